import type { CallTypes, Endpoint } from "#contract/endpoint.ts";
import { orderAdminEndpoints } from "#contract/order-admin/endpoints.ts";
import type { PayBehaviour } from "../../../../src/sandbox/wechat/pay/payBehaviour.ts";
import { newKey } from "../buyers.ts";
import type { Answer } from "../Client.ts";
import { settleRefunds } from "../provider.ts";
import type { TestApp } from "../testApp.ts";

/** How the provider treats refunds from now on. */
export type RefundBehaviour = Pick<PayBehaviour, "refund" | "refund_error">;
/** How staff go on with a refund that failed, and how the merchant ends an abnormal one at the provider. */
export type Decision = "retry" | "settle";
export type Resolution = "succeed" | "close";

type Call = (endpoint: Endpoint<CallTypes>, body: object) => Promise<Answer<unknown>>;

async function failedOf(app: TestApp, orderId: string): Promise<string[]> {
  const rows = await app.sql<{ no: string }>(
    "select refund_no as no from refunds where order_id = $1 and state = 'failed' order by refund_no",
    [orderId],
  );
  return rows.map(({ no }) => no);
}

/** Staff decide about every failed refund of an order; answers what they were told. */
export async function decide(
  app: TestApp,
  call: Call,
  orderId: string,
  how: Decision,
): Promise<Answer<unknown>[]> {
  const { retryRefund, settleRefund } = orderAdminEndpoints;
  const answers: Answer<unknown>[] = [];
  for (const refund_no of await failedOf(app, orderId)) {
    const body = { refund_no, client_key: newKey() };
    answers.push(
      how === "retry"
        ? await call(retryRefund as unknown as Endpoint<CallTypes>, body)
        : await call(settleRefund as unknown as Endpoint<CallTypes>, { ...body, note: "已转账" }),
    );
  }
  return answers;
}

/** The merchant ends what is abnormal of an order on the provider's own pages. */
export async function resolveAtProvider(app: TestApp, orderId: string, how: Resolution): Promise<void> {
  for (const refund_no of await failedOf(app, orderId))
    await fetch(`${app.sandbox.url}/pay/refunds/${refund_no}/${how}`, { method: "POST" });
}

/** Brings every refund of these orders to its end: what failed is ended at the provider and started again. */
export async function endRefunds(app: TestApp, call: Call, orderIds: string[]): Promise<void> {
  await settleRefunds(app);
  for (const orderId of orderIds) {
    await resolveAtProvider(app, orderId, "close");
    await decide(app, call, orderId, "retry");
  }
  await settleRefunds(app);
}
