import type { FastifyInstance } from "fastify";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { orderSchemas } from "#contract/order/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { CancellationService } from "../payment/cancellation.service.ts";
import type { PaymentService } from "../payment/payment.service.ts";
import type { RefundRequestService } from "../refund/refund-request.service.ts";
import type { StaffRefundService } from "../refund/staff-refund.service.ts";
import type { VoucherService } from "../voucher/voucher.service.ts";
import type { BoardService } from "./board.service.ts";
import type { OrderService } from "./order.service.ts";
import type { OrderStatusService } from "./order-status.service.ts";

export function orderRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    orders: OrderService;
    payments: PaymentService;
    cancels: CancellationService;
    refundRequests: RefundRequestService;
    board: BoardService;
    orderStatus: OrderStatusService;
    vouchers: VoucherService;
    staffRefunds: StaffRefundService;
  },
): void {
  const { orders, payments, cancels, refundRequests, board, orderStatus, vouchers, staffRefunds } = services;
  registerEndpoints(app, { endpoints: orderEndpoints, schemas: orderSchemas }, guard, {
    quote: ({ customerId, body }) => orders.quote(customerId, body),
    create: ({ customerId, body }) => orders.create(customerId, body),
    list: ({ customerId, query }) => orders.list(customerId, query ?? {}),
    detailPublic: ({ query }) => orders.getPublicDetail(query.third_party_order_id),
    voucher: ({ query }) => vouchers.getVoucher(query.third_party_order_id),
    detail: ({ customerId, query }) => orders.getDetail(customerId, query.order_id),
    pay: ({ customerId: userId, tokenHash, body, ip, userAgent }) =>
      payments.pay({ userId, tokenHash, ip, userAgent }, body),
    payQuery: ({ customerId, query }) => payments.queryStatus(customerId, query.order_id),
    board: ({ staffId, query }) => board.getBoard(staffId, query ?? {}),
    advance: ({ staffId, body }) => orderStatus.advance(staffId, body),
    refund: ({ staffId, body }) => staffRefunds.refund(staffId, body),
    refundRequest: ({ customerId, body }) => refundRequests.create(customerId, body),
    oldRefundRequest: ({ customerId, staffId, body }) =>
      customerId === ""
        ? refundRequests.createForCustomer(staffId, body)
        : refundRequests.create(customerId, body),
    cancel: ({ customerId, body }) => cancels.cancel(customerId, body),
  });
}
