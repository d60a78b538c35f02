import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { type Buyer, newBuyer, newOrder } from "../support/api/buyers.ts";
import { dish, store } from "../support/api/people.ts";
import { behave, payAtProvider } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { PAYMENT_ANSWER_MS: "1500" } });
  await app.books.stock(store, dish.id, 10_000);
});

afterEach(async () => {
  await behave(app, { provider: "normal", notify: "normal" });
});

afterAll(async () => {
  await app.close();
});

const ask = (buyer: Buyer, order_id: string) => buyer.data(calls.payQuery, { query: { order_id } });

async function startPaying() {
  const buyer = await newBuyer(app);
  const order = await newOrder(buyer);
  await buyer.data(calls.pay, { body: { order_id: order.order_id } });
  return { buyer, order };
}

test("who comes back without having paid hears so from the provider at once", async () => {
  const { buyer, order } = await startPaying();
  expect(await ask(buyer, order.order_id)).toMatchObject({ pay_status: "pending", provider_state: "unpaid" });
});

test("a provider that does not answer costs less than two seconds, and its late answer still counts", async () => {
  const { buyer, order } = await startPaying();
  await behave(app, { notify: "lost" });
  await payAtProvider(app, order);
  await behave(app, { provider: "slow", provider_delay_ms: 2_500 });
  const startedAt = performance.now();
  expect(await ask(buyer, order.order_id)).toMatchObject({ pay_status: "pending", provider_state: null });
  expect(performance.now() - startedAt).toBeLessThan(2_500);
  // No further question: the first one is still under way, and its answer settles the order.
  const query = { order_id: order.order_id };
  await vi.waitFor(async () => expect((await buyer.data(calls.detail, { query })).status).toBe("paid"), {
    timeout: 10_000,
  });
});
