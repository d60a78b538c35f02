import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderForm } from "#contract/order/quote.schema.ts";
import { newBuyers } from "../support/api/buyers.ts";
import { offeredSlots, pickupWish } from "../support/api/inStore.ts";
import { dish, store } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const customers = 200;
const patientMs = 120_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

/** Two hundred customers press at once; how many heard which word. */
async function rush(wishOf: (nth: number) => Partial<OrderForm>): Promise<Record<string, number>> {
  const people = await newBuyers(app, customers);
  const answers = await Promise.all(
    people.map((one, nth) => one.persist(calls.create, { body: pickupWish(wishOf(nth)) })),
  );
  const words: Record<string, number> = {};
  for (const { error = "made" } of answers) words[error] = (words[error] ?? 0) + 1;
  return words;
}

async function takenAt(time: string): Promise<number> {
  const sql = "select taken from booking_slots where restaurant_id = $1 and slot_at = $2";
  const [row] = await app.sql<{ taken: number }>(sql, [store, `${time}+08:00`]);
  return row?.taken ?? 0;
}

/** Gives the store's slots so many places. */
async function places(capacity: number): Promise<void> {
  await app.sql("update restaurants set slot_capacity = $2 where id = $1", [store, capacity]);
}

/** A time that nobody has booked yet, some hours ahead. */
async function freeTime(): Promise<string> {
  const slots = (await offeredSlots(app)).slice(16);
  for (const { time } of slots) if ((await takenAt(time)) === 0) return time;
  throw new Error("every slot is booked by somebody");
}

test("the last twenty portions are sold to twenty of two hundred customers", {
  timeout: patientMs,
}, async () => {
  await app.books.stock(store, dish.id, 20);
  expect(await rush(() => ({}))).toEqual({ made: 20, out_of_stock: customers - 20 });
});

test("the last five places of a slot are given to five of two hundred", { timeout: patientMs }, async () => {
  await app.books.stock(store, dish.id, null);
  await places(5);
  const time = await freeTime();
  expect(await rush(() => ({ booking_time: time }))).toEqual({ made: 5, slot_full: customers - 5 });
  expect(await takenAt(time)).toBe(5);
  expect((await offeredSlots(app)).find((slot) => slot.time === time)?.left).toBe(0);
});

test("portions wanted for now and for then at once are sold to the last, and no place is given twice", {
  timeout: patientMs,
}, async () => {
  await app.books.stock(store, dish.id, 20);
  await places(5);
  const time = await freeTime();
  const { made, ...refused } = await rush((nth) => (nth % 2 === 0 ? { booking_time: time } : {}));
  expect(made).toBe(20);
  const { out_of_stock = 0, slot_full = 0, ...others } = refused;
  expect([out_of_stock + slot_full, others]).toEqual([customers - 20, {}]);
  const held = await app.sql("select 1 from orders where booking_at = $1 and held_at is not null", [
    `${time}+08:00`,
  ]);
  expect(held.length).toBeLessThanOrEqual(5);
  expect(await takenAt(time)).toBe(held.length);
});
