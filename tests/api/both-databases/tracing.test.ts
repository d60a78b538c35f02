import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { type Buyer, createBuyer, createOrder } from "../../support/api/buyers.ts";
import { setPaymentBehaviour } from "../../support/api/paymentProvider.ts";
import { homeAddressForm } from "../../support/api/people.ts";
import { type ReceivedSpan, TraceCollector } from "../../support/api/TraceCollector.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

const kinds = { server: 2, client: 3 };
const failed = 2;
let collector: TraceCollector;
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  collector = await TraceCollector.start();
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20secret,x-team=shop",
  };
  app = await startTestApp({ settings });
  buyer = await createBuyer(app);
  await setPaymentBehaviour(app, { notify: "lost" });
});

beforeEach(() => {
  collector.spans.length = 0;
});

afterAll(async () => {
  await app.close();
  await collector.close();
});

/** Waits for the span of a request and returns it. */
async function readRequestSpan(response: { headers: Record<string, unknown> }): Promise<ReceivedSpan> {
  const traceId = String(response.headers["x-request-id"]).replaceAll("-", "");
  const find = () => collector.spans.find((span) => span.traceId === traceId && span.kind === kinds.server);
  await expect.poll(find, waitOptions).toBeDefined();
  return find()!;
}

describe("a collector of traces", () => {
  test("receives a request with its transaction, the statements in it, and the call to the provider", async () => {
    const order = await createOrder(buyer);
    const root = await readRequestSpan(
      await buyer.call(orderEndpoints.pay, { body: { order_id: order.order_id } }),
    );
    expect(root).toMatchObject({
      name: `POST ${orderEndpoints.pay.path}`,
      attributes: { "http.route": orderEndpoints.pay.path, "shidan.principal": "customer" },
    });
    expect(root.parentSpanId).toBeUndefined();
    const children = collector.childrenOf(root);
    const call = children.find(({ name }) => name === "wechat-pay prepay-h5");
    expect(call).toMatchObject({ kind: kinds.client, attributes: { "peer.service": "wechat-pay" } });
    const transaction = children.find(({ name }) => name === "transaction");
    const statements = collector.childrenOf(transaction!).map(({ name }) => name);
    expect([statements[0], statements.at(-1)]).toEqual(["begin", "commit"]);
    expect(statements).toEqual(expect.arrayContaining(["select", "insert"]));
  });

  test("finds the work of a job in the trace of the request that caused it, linked to the job's run", async () => {
    const order = await createOrder(buyer);
    const root = await readRequestSpan(
      await buyer.call(orderEndpoints.pay, { body: { order_id: order.order_id } }),
    );
    app.clock.advance(60_000);
    await app.sweep("unanswered-payments");
    app.clock.reset();
    const find = () =>
      collector.spans.find(({ name, traceId }) => name === "payment query" && traceId === root.traceId);
    await expect.poll(find, waitOptions).toBeDefined();
    const work = find()!;
    const isRun = ({ name, spanId }: ReceivedSpan) =>
      name === "job unanswered-payments" && spanId === work.links[0]?.spanId;
    await expect.poll(() => collector.spans.filter(isRun), waitOptions).toHaveLength(1);
    expect(collector.spans.find(isRun)?.traceId).not.toBe(root.traceId);
    expect(collector.childrenOf(work).map(({ name }) => name)).toContain("wechat-pay query");
  });

  test("continues the trace of a trusted proxy, and only of requests that the proxy samples", async () => {
    const config = { ...app.config, trustProxy: 1 };
    const { server } = await buildApp({ config, database: app.database, logger: false });
    const spanIds = { sampled: "b7ad6b7169203331", not: "b7ad6b7169203332" };
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    for (const [spanId, flags] of [
      [spanIds.not, "00"],
      [spanIds.sampled, "01"],
    ]) {
      const headers = { "x-forwarded-for": "203.0.113.9", traceparent: `00-${traceId}-${spanId}-${flags}` };
      await server.inject({ url: userEndpoints.info.path, headers });
    }
    await server.close();
    const found = collector.spans.filter((span) => span.traceId === traceId && span.kind === kinds.server);
    expect(found.map(({ parentSpanId }) => parentSpanId)).toEqual([spanIds.sampled]);
  });

  test("learns of a failure its class and code, and nothing personal of any request", async () => {
    collector.requests.length = 0;
    await app.sql("alter table addresses add constraint refused check (details <> 'canary') not valid");
    const body = { ...homeAddressForm, details: "canary", recipient: "金丝雀", phone: "13698765432" };
    const root = await readRequestSpan(await buyer.call(addressEndpoints.add, { body }));
    await app.sql("alter table addresses drop constraint refused");
    expect(root.status.code).toBe(failed);
    const [transaction] = collector.childrenOf(root).filter(({ name }) => name === "transaction");
    expect(transaction).toMatchObject({ status: { code: failed } });
    const sent = collector.requests.map((request) => request.body).join("\n");
    expect(sent).toContain("insert into");
    for (const secret of ["canary", "金丝雀", "13698765432", buyer.token!, buyer.userId, "203.0.113"])
      expect(sent).not.toContain(secret);
  });

  test("is sent the headers of the settings", () => {
    expect(collector.requests[0]?.headers).toMatchObject({ "x-key": "a secret", "x-team": "shop" });
  });
});
