import type { FastifyInstance } from "fastify";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { orderSchemas } from "#contract/order/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { VoucherService } from "../voucher/voucher.service.ts";
import type { BoardService } from "./board.service.ts";
import type { OrderService } from "./order.service.ts";
import type { OrderStatusService } from "./order-status.service.ts";

/** All but those that the payment and refund modules register. */
const { pay, payQuery, cancel, refund, refundRequest, oldRefundRequest, ...endpoints } = orderEndpoints;

/** Registers the endpoints that quote, create, show and advance orders. */
export function orderRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    orders: OrderService;
    board: BoardService;
    orderStatus: OrderStatusService;
    vouchers: VoucherService;
  },
): void {
  const { orders, board, orderStatus, vouchers } = services;
  registerEndpoints(app, { endpoints, schemas: orderSchemas }, guard, {
    quote: ({ customerId, body }) => orders.quote(customerId, body),
    create: ({ customerId, body }) => orders.create(customerId, body),
    list: ({ customerId, query }) => orders.list(customerId, query ?? {}),
    detailPublic: ({ query }) => orders.getPublicDetail(query.third_party_order_id),
    voucher: ({ query }) => vouchers.getVoucher(query.third_party_order_id),
    detail: ({ customerId, query }) => orders.getDetail(customerId, query.order_id),
    board: ({ staffId, query }) => board.getBoard(staffId, query ?? {}),
    advance: ({ staffId, body }) => orderStatus.advance(staffId, body),
  });
}
