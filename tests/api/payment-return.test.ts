import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { payAtProvider, setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { PAYMENT_ANSWER_MS: "1500" } });
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 10_000);
});

afterEach(async () => {
  await setPaymentBehaviour(app, { provider: "normal", notify: "normal" });
});

afterAll(async () => {
  await app.close();
});

const queryPayment = (buyer: Buyer, order_id: string) =>
  buyer.data(endpoints.payQuery, { query: { order_id } });

async function startPaying() {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer);
  await buyer.data(endpoints.pay, { body: { order_id: order.order_id } });
  return { buyer, order };
}

test("a customer who returns without paying gets the provider's state at once", async () => {
  const { buyer, order } = await startPaying();
  expect(await queryPayment(buyer, order.order_id)).toMatchObject({
    pay_status: "pending",
    provider_state: "unpaid",
  });
});

test("a silent provider costs less than two seconds, and its late response still counts", async () => {
  const { buyer, order } = await startPaying();
  await setPaymentBehaviour(app, { notify: "lost" });
  await payAtProvider(app, order);
  await setPaymentBehaviour(app, { provider: "slow", provider_delay_ms: 2_500 });
  const startedAt = performance.now();
  expect(await queryPayment(buyer, order.order_id)).toMatchObject({
    pay_status: "pending",
    provider_state: null,
  });
  expect(performance.now() - startedAt).toBeLessThan(2_500);
  // No further query: the first one is still pending, and its response settles the order.
  const query = { order_id: order.order_id };
  await vi.waitFor(async () => expect((await buyer.data(endpoints.detail, { query })).status).toBe("paid"), {
    timeout: 10_000,
  });
});
