import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { createCustomer, dish, quotedOrderForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

async function payAtProvider(orderNo: string): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/pay/trades/${orderNo}_1/pay`, { method: "POST" });
  expect(response.status).toBe(200);
}

test("an order is quoted, created, paid at the provider and shows as paid", async () => {
  const customer = await createCustomer(app);
  const orderForm = await quotedOrderForm(customer, [{ id: dish.id, quantity: 1 }]);
  expect(orderForm.expected_total).toBe(dish.price + 500);
  const order = await customer.data(orderEndpoints.create, { body: orderForm });
  expect(order).toMatchObject({
    status: "pending_payment",
    pay_amount: dish.price + 500,
    actions: ["pay", "cancel", "contact_service"],
  });

  const start = await customer.data(orderEndpoints.pay, { body: { order_id: order.order_id } });
  expect(start.kind).toBe("h5");
  expect(start.h5_url).toContain(`${app.sandbox.url}/pay/cashier`);
  const before = await customer.data(orderEndpoints.payQuery, { query: { order_id: order.order_id } });
  expect(before.pay_status).toBe("pending");

  await payAtProvider(order.order_no);
  const after = await customer.data(orderEndpoints.payQuery, { query: { order_id: order.order_id } });
  expect(after).toMatchObject({ pay_status: "paid", status: "paid" });
  const detail = await customer.data(orderEndpoints.detail, { query: { order_id: order.order_id } });
  expect(detail).toMatchObject({
    status: "paid",
    paid_amount: dish.price + 500,
    pickup_code: "W001",
    queue_before: 0,
  });
  expect(detail.timeline.map((entry) => entry.status)).toEqual(["pending_payment", "paid"]);
});

test("a paid order is accepted automatically after a minute, then cancelled within the next with a full refund", async () => {
  const customer = await createCustomer(app);
  const order = await customer.data(orderEndpoints.create, {
    body: await quotedOrderForm(customer, [{ id: dish.id, quantity: 2 }]),
  });
  await customer.data(orderEndpoints.pay, { body: { order_id: order.order_id } });
  await payAtProvider(order.order_no);
  await customer.data(orderEndpoints.payQuery, { query: { order_id: order.order_id } });
  app.clock.advance(61_000);
  // A late notification may lock the order briefly; the sweeper then retries it.
  await expect
    .poll(async () => {
      await app.sweep("due-orders");
      return (await customer.data(orderEndpoints.detail, { query: { order_id: order.order_id } })).status;
    })
    .toBe("accepted");

  const cancelled = await customer.data(orderEndpoints.cancel, {
    body: { order_id: order.order_id, reason: 1 },
  });
  expect(cancelled.status).toBe("cancelled");
  await expect
    .poll(async () => {
      app.clock.advance(5_000);
      await app.sweep("refunds");
      const detail = await customer.data(orderEndpoints.detail, { query: { order_id: order.order_id } });
      return detail.refund_status;
    })
    .toBe("refunded");
  const books = await fetch(`${app.sandbox.url}/pay/trades?out_trade_no=${order.order_no}_1`);
  expect(await books.json()).toMatchObject([{ paid: order.pay_amount, refunded: order.pay_amount }]);
});
