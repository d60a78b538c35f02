import type { FastifyInstance } from "fastify";
import type { Deps } from "../platform/Deps.ts";
import type { Guard } from "../platform/http/register-endpoints.ts";
import { createInviteSubscriber } from "./invite/invite-reward.service.ts";
import { createInvoiceSubscriber } from "./invoice/invoice-refund.service.ts";
import { BoardService } from "./order/board.service.ts";
import { orderRoutes } from "./order/order.routes.ts";
import { OrderService } from "./order/order.service.ts";
import { OrderStateService } from "./order/order-state.service.ts";
import { OrderStatusService } from "./order/order-status.service.ts";
import { CancellationService } from "./payment/cancellation.service.ts";
import { paymentRoutes } from "./payment/payment.routes.ts";
import { PaymentService } from "./payment/payment.service.ts";
import { paymentNotificationRoutes } from "./payment/payment-notification.routes.ts";
import { PaymentNotificationService } from "./payment/payment-notification.service.ts";
import { SettlementService } from "./payment/settlement.service.ts";
import { refundLatePayment } from "./refund/late-refund.service.ts";
import { readOrderRefunds } from "./refund/order-refunds.service.ts";
import { createRefundServices } from "./refund/refund.factory.ts";
import { refundRoutes } from "./refund/refund.routes.ts";
import { RefundRequestService } from "./refund/refund-request.service.ts";
import { StaffRefundService } from "./refund/staff-refund.service.ts";
import { VoucherService } from "./voucher/voucher.service.ts";

/** Services of orders, payments and refunds. */
type OrderServices = ReturnType<typeof createOrderServices>;

/** Creates the services of orders, payments and refunds, which call one another. */
export function createOrderServices(deps: Deps) {
  const states = new OrderStateService(deps.chainSettings, [
    createInviteSubscriber(deps.chainSettings),
    createInvoiceSubscriber(),
  ]);
  const settlement = new SettlementService(deps, states, refundLatePayment);
  const payments = new PaymentService(deps, settlement);
  const refundServices = createRefundServices(deps, states);
  const { refunds } = refundServices;
  const orders = new OrderService(deps, {
    settleVoucherOrder: (tx, order, now) => settlement.settle(tx, order, "zero", now),
    readRefunds: readOrderRefunds,
  });
  const refundRequests = new RefundRequestService(deps, { orders, states, refunds });
  const cancels = new CancellationService(deps, {
    states,
    payments,
    refundInFull: (tx, order, by) => refunds.createFullRefund(tx, order, by),
  });
  return { orders, states, payments, cancels, settlement, refundServices, refundRequests };
}

/** Registers the endpoints of orders, payments and refunds, and the notifications of the provider. */
export function registerOrderModules(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  services: OrderServices,
): void {
  const { orders, states, payments, cancels, settlement, refundServices, refundRequests } = services;
  const { refunds, processor } = refundServices;
  orderRoutes(server, guard, {
    orders,
    board: new BoardService(deps),
    orderStatus: new OrderStatusService(deps, states, (order, by, beforeCancel) =>
      cancels.cancelOnBehalf(order, by, beforeCancel),
    ),
    vouchers: new VoucherService(deps),
  });
  paymentRoutes(server, guard, { payments, cancels });
  const notifications = new PaymentNotificationService(deps, settlement, (refundNo) =>
    processor.handleNotification(refundNo),
  );
  paymentNotificationRoutes(server, notifications);
  const staffRefunds = new StaffRefundService(deps, states, refunds);
  refundRoutes(server, guard, { refundRequests, staffRefunds });
}
