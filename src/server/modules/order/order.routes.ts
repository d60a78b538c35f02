import type { FastifyInstance } from "fastify";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { orderSchemas } from "#contract/order/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { CancelService } from "../payment/CancelService.ts";
import type { PaymentService } from "../payment/PaymentService.ts";
import type { RefundRequestService } from "../payment/RefundRequestService.ts";
import type { StaffRefundService } from "../payment/StaffRefundService.ts";
import type { VoucherService } from "../voucher/voucher.service.ts";
import type { AdvanceService } from "./AdvanceService.ts";
import type { BoardService } from "./board.service.ts";
import type { OrderService } from "./order.service.ts";

export function orderRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    orders: OrderService;
    payments: PaymentService;
    cancels: CancelService;
    refundRequests: RefundRequestService;
    board: BoardService;
    advances: AdvanceService;
    vouchers: VoucherService;
    staffRefunds: StaffRefundService;
  },
): void {
  const { orders, payments, cancels, refundRequests, board, advances, vouchers, staffRefunds } = services;
  bindCalls(app, { endpoints: orderEndpoints, schemas: orderSchemas }, guard, {
    quote: ({ customerId, body }) => orders.quote(customerId, body),
    create: ({ customerId, body }) => orders.create(customerId, body),
    list: ({ customerId, query }) => orders.list(customerId, query ?? {}),
    detailPublic: ({ query }) => orders.detailPublic(query.third_party_order_id),
    voucher: ({ query }) => vouchers.show(query.third_party_order_id),
    detail: ({ customerId, query }) => orders.detail(customerId, query.order_id),
    pay: ({ customerId: userId, tokenHash, body, ip, userAgent }) =>
      payments.pay({ userId, tokenHash, ip, userAgent }, body),
    payQuery: ({ customerId, query }) => payments.query(customerId, query.order_id),
    board: ({ staffId, query }) => board.show(staffId, query ?? {}),
    advance: ({ staffId, body }) => advances.advance(staffId, body),
    refund: ({ staffId, body }) => staffRefunds.refund(staffId, body),
    refundRequest: ({ customerId, body }) => refundRequests.ask(customerId, body),
    oldRefundRequest: ({ customerId, staffId, body }) =>
      customerId === "" ? refundRequests.askForCustomer(staffId, body) : refundRequests.ask(customerId, body),
    cancel: ({ customerId, body }) => cancels.cancel(customerId, body),
  });
}
