import type { PayState } from "#contract/order/pay.schema.ts";
import { PaymentStore } from "./PaymentStore.ts";

/** Answers of the server, for tests. */
export const pending: PayState = {
  order_id: "o1",
  pay_status: "pending",
  provider_state: "unpaid",
  status: "pending_payment",
  status_text: "待付款",
};
export const paid: PayState = { ...pending, pay_status: "paid", status: "paid", status_text: "已付款" };
export type Sheet = ConstructorParameters<typeof PaymentStore>[0]["openSheet"];

/** A payment store whose calls are answered in this order, the last answer again and again. */
export function makePayments(
  answers: (() => unknown)[],
  openSheet: Sheet = async () => "failed",
  canTravel = true,
) {
  const trips: string[] = [];
  const opened: string[] = [];
  const askedAt: number[] = [];
  const sent: unknown[] = [];
  const api = {
    call: async (_endpoint: unknown, { body }: { body?: unknown } = {}) => {
      sent.push(body);
      askedAt.push(Date.now() - startedAt);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer?.() as never;
    },
  };
  const startedAt = Date.now();
  const store = new PaymentStore({
    api,
    openPage: (_orderId, url) => void opened.push(url),
    openSheet,
    payInMiniProgram: async () => "elsewhere",
    fetchOpenid: async (orderId) => {
      trips.push(orderId);
      return canTravel;
    },
    bridgeReady: async () => undefined,
    origin: () => "shop.test",
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return { store, opened, askedAt, trips, sent };
}
