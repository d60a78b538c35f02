import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { createBuyers } from "../../support/api/buyers.ts";
import { listAvailableSlots, pickupOrderForm } from "../../support/api/inStore.ts";
import { defaultRestaurantId, dish } from "../../support/api/people.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const customers = 200;
const timeoutMs = 120_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

/** Orders concurrently as two hundred customers; returns the number of responses by outcome. */
async function orderConcurrently(
  createForm: (nth: number) => Partial<CreateOrderRequest>,
): Promise<Record<string, number>> {
  const people = await createBuyers(app, customers);
  const responses = await Promise.all(
    people.map((item, nth) =>
      item.callWithRetry(endpoints.create, { body: pickupOrderForm(createForm(nth)) }),
    ),
  );
  const outcomes: Record<string, number> = {};
  for (const { error = "made" } of responses) outcomes[error] = (outcomes[error] ?? 0) + 1;
  return outcomes;
}

async function countTaken(time: string): Promise<number> {
  const sql = "select taken from booking_slots where restaurant_id = $1 and slot_at = $2";
  const [row] = await app.sql<{ taken: number }>(sql, [defaultRestaurantId, `${time}+08:00`]);
  return row?.taken ?? 0;
}

/** Sets the capacity of the restaurant's slots. */
async function setCapacity(capacity: number): Promise<void> {
  await app.sql("update restaurants set slot_capacity = $2 where id = $1", [defaultRestaurantId, capacity]);
}

/** Returns an unbooked time some hours ahead. */
async function findFreeTime(): Promise<string> {
  const slots = (await listAvailableSlots(app)).slice(16);
  for (const { time } of slots) if ((await countTaken(time)) === 0) return time;
  throw new Error("every slot is booked by somebody");
}

test("the last twenty portions are sold to twenty of two hundred customers", {
  timeout: timeoutMs,
}, async () => {
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 20);
  expect(await orderConcurrently(() => ({}))).toEqual({ made: 20, out_of_stock: customers - 20 });
});

test("the last five slot places go to five of two hundred customers", { timeout: timeoutMs }, async () => {
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, null);
  await setCapacity(5);
  const time = await findFreeTime();
  expect(await orderConcurrently(() => ({ booking_time: time }))).toEqual({
    made: 5,
    slot_full: customers - 5,
  });
  expect(await countTaken(time)).toBe(5);
  expect((await listAvailableSlots(app)).find((slot) => slot.time === time)?.left).toBe(0);
});

test("portions wanted for now and for later concurrently are sold to the last, and no slot is overbooked", {
  timeout: timeoutMs,
}, async () => {
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, 20);
  await setCapacity(5);
  const time = await findFreeTime();
  const { made, ...refused } = await orderConcurrently((nth) =>
    nth % 2 === 0 ? { booking_time: time } : {},
  );
  expect(made).toBe(20);
  const { out_of_stock = 0, slot_full = 0, ...others } = refused;
  expect([out_of_stock + slot_full, others]).toEqual([customers - 20, {}]);
  const reservedOrders = await app.sql(
    "select 1 from orders where booking_at = $1 and reserved_at is not null",
    [`${time}+08:00`],
  );
  expect(reservedOrders.length).toBeLessThanOrEqual(5);
  expect(await countTaken(time)).toBe(reservedOrders.length);
});
