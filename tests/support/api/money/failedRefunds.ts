import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import type { PayBehaviour } from "../../../../src/sandbox/pay/payBehaviour.ts";
import { createIdempotencyKey } from "../buyers.ts";
import type { ApiResponse } from "../Client.ts";
import { settleRefunds } from "../paymentProvider.ts";
import type { TestApp } from "../testApp.ts";

/** Behaviour of the provider for new refunds. */
export type RefundBehaviour = Pick<PayBehaviour, "refund" | "refund_error">;
/** Decisions of staff about a failed refund, and of the merchant about an abnormal one at the provider. */
export type Decision = "retry" | "settle";
export type Resolution = "succeed" | "close";

type EndpointCaller = (endpoint: Endpoint<EndpointTypes>, body: object) => Promise<ApiResponse<unknown>>;

async function listFailedRefunds(app: TestApp, orderId: string): Promise<string[]> {
  const rows = await app.sql<{ no: string }>(
    "select refund_no as no from refunds where order_id = $1 and state = 'failed' order by refund_no",
    [orderId],
  );
  return rows.map(({ no }) => no);
}

/** Decides about every failed refund of an order as staff; returns the responses. */
export async function decideFailedRefunds(
  app: TestApp,
  call: EndpointCaller,
  orderId: string,
  decision: Decision,
): Promise<ApiResponse<unknown>[]> {
  const { retryRefund, settleRefund } = staffOrderEndpoints;
  const responses: ApiResponse<unknown>[] = [];
  for (const refund_no of await listFailedRefunds(app, orderId)) {
    const body = { refund_no, client_key: createIdempotencyKey() };
    responses.push(
      decision === "retry"
        ? await call(retryRefund as unknown as Endpoint<EndpointTypes>, body)
        : await call(settleRefund as unknown as Endpoint<EndpointTypes>, { ...body, note: "已转账" }),
    );
  }
  return responses;
}

/** Ends an order's abnormal refunds on the provider's own pages, as the merchant. */
export async function resolveAtProvider(app: TestApp, orderId: string, decision: Resolution): Promise<void> {
  for (const refund_no of await listFailedRefunds(app, orderId))
    await fetch(`${app.sandbox.url}/pay/refunds/${refund_no}/${decision}`, { method: "POST" });
}

/**
 * Brings every refund of these orders to a final status: failed ones are ended at the provider and retried.
 */
export async function completeRefunds(app: TestApp, call: EndpointCaller, orderIds: string[]): Promise<void> {
  await settleRefunds(app);
  for (const orderId of orderIds) {
    await resolveAtProvider(app, orderId, "close");
    await decideFailedRefunds(app, call, orderId, "retry");
  }
  await settleRefunds(app);
}
