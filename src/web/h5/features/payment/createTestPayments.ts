import type { PaymentStatus } from "#contract/order/payment.schema.ts";
import { PaymentStore } from "./PaymentStore.ts";

/** Responses of the server, for tests. */
export const pendingState: PaymentStatus = {
  order_id: "o1",
  pay_status: "pending",
  provider_state: "unpaid",
  status: "pending_payment",
  status_text: "待付款",
};
export const paidState: PaymentStatus = {
  ...pendingState,
  pay_status: "paid",
  status: "paid",
  status_text: "已付款",
};
export type OpenSheet = ConstructorParameters<typeof PaymentStore>[0]["openSheet"];

/** Creates a payment store whose requests are answered in this order, the last response repeatedly. */
export function createTestPayments(
  responses: (() => unknown)[],
  openSheet: OpenSheet = async () => "failed",
  canLeave = true,
) {
  const openidRequests: string[] = [];
  const opened: string[] = [];
  const requestedAtMs: number[] = [];
  const sent: unknown[] = [];
  const api = {
    call: async (_endpoint: unknown, { body }: { body?: unknown } = {}) => {
      sent.push(body);
      requestedAtMs.push(Date.now() - startedAt);
      const response = responses.length > 1 ? responses.shift() : responses[0];
      return response?.() as never;
    },
  };
  const startedAt = Date.now();
  const store = new PaymentStore({
    api,
    openPage: (_orderId, url) => void opened.push(url),
    openSheet,
    payInMiniProgram: async () => "elsewhere",
    fetchOpenid: async (orderId) => {
      openidRequests.push(orderId);
      return canLeave;
    },
    bridgeReady: async () => undefined,
    origin: () => "shop.test",
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return { store, opened, askedAt: requestedAtMs, trips: openidRequests, sent };
}
