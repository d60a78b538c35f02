import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { createBuyer, createOrder } from "../support/api/buyers.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { createPaidOrder } from "../support/api/orders.ts";
import { payOrder, setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ kitchen: { pauses: { paid: 10, accepted: 10, preparing: 10, leaving: 10 } } });
  await setPaymentBehaviour(app, { notify: "lost" });
});

afterAll(async () => {
  await app.close();
});

async function setKitchenEnabled(on: boolean): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/kitchen`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ on }),
  });
  expect(response.status).toBe(200);
}

test("the sandbox's kitchen completes paid orders by itself, including those paid before it opens", async () => {
  const buyer = await createBuyer(app);
  const status = async (order_id: string) =>
    (await buyer.data(orderEndpoints.detail, { query: { order_id } })).status;
  const early = await createPaidOrder(app, buyer);
  await setKitchenEnabled(true);
  await expect.poll(() => status(early.order_id)).toBe("completed");
  const orderForm = pickupOrderForm();
  const late = await createOrder(buyer, orderForm);
  await payOrder(app, buyer, late);
  await expect.poll(() => status(late.order_id)).toBe("completed");
  const historyRows = await app.sql<{ to_state: string; actor: string }>(
    "select to_state, actor from order_history where order_id = $1 and field = 'status' order by version",
    [late.order_id],
  );
  expect(historyRows.slice(-4).map(({ to_state, actor }) => `${actor} ${to_state}`)).toEqual([
    "store accepted",
    "store preparing",
    "store ready_for_pickup",
    "store completed",
  ]);
  await setKitchenEnabled(false);
});
