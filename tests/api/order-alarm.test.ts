import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffEventsPath } from "#contract/live.ts";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { later } from "#server/platform/clock.ts";
import { wallText } from "#server/platform/shanghai.ts";
import { type Buyer, newBuyer } from "../support/api/buyers.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { bring, newMember, orderAt, paidOrder } from "../support/api/kitchen.ts";
import { patience } from "../support/api/patience.ts";
import { settleRefunds } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
const hour = 60 * minute;
const log: string[] = [];
let app: TestApp;
let buyer: Buyer;
let order: OrderReceipt;
let events: EventReader[];

beforeAll(async () => {
  app = await startTestApp({ log: (line) => log.push(line) });
});

/** The store is open around the clock, and its business day began an hour ago. */
beforeEach(async () => {
  app.clock.freeze();
  log.length = 0;
  const began = wallText(later(app.clock.now(), -hour)).slice(11);
  await app.sql(
    "update restaurants set start_time = $1, end_time = $1, auto_accept = true, order_limit_minutes = null where id = 'SH001'",
    [began],
  );
  buyer = await newBuyer(app);
  events = [];
});

afterEach(async () => {
  for (const one of events) one.close();
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const detail = () => buyer.data(calls.detail, { query: { order_id: order.order_id } });
const sweep = () => Promise.all(Array.from({ length: 3 }, () => app.sweep("due-orders")));

/** The store and the head office listen from here on; their tokens do not outlive the hours that tests let go by. */
async function listen(): Promise<void> {
  const members = [await newMember(app, "store"), await newMember(app, "admin")];
  events = await Promise.all(
    members.map(({ token }) => EventReader.open(app.url, token, undefined, staffEventsPath)),
  );
  for (const one of events) await expect.poll(() => one.events.length, patience).toBeGreaterThan(0);
}

/** What the store and the head office were told of the order. */
async function alarms(kinds: string[]): Promise<void> {
  for (const one of events) {
    const told = () =>
      one
        .ofStaff("order_alarm")
        .filter(({ order_id }) => order_id === order.order_id)
        .map(({ kind }) => kind);
    await expect.poll(told, patience).toEqual(kinds);
  }
}

async function mark() {
  const store = await newMember(app, "store");
  const { list } = await store.data(calls.board, { query: {} });
  return list.find(({ order_id }) => order_id === order.order_id)?.alarm;
}

describe.each(["accepted", "preparing"] as const)("an order that stays %s", (step) => {
  test("alarms store and head office after two hours, and ends with the business day", async () => {
    order = await orderAt(app, buyer, step);
    app.clock.pass(2 * hour - 1);
    await sweep();
    expect(await mark()).toBeNull();
    app.clock.pass(1);
    await listen();
    await sweep();
    expect(await mark()).toBe("overdue");
    await alarms(["overdue"]);
    const warnings = log.map((line) => JSON.parse(line)).filter(({ event }) => event === "order_alarm");
    expect(warnings).toEqual([
      expect.objectContaining({ kind: "overdue", order: order.order_id, level: 40 }),
    ]);
    app.clock.pass(20 * hour);
    await sweep();
    expect((await detail()).status).toBe(step);
    app.clock.pass(hour);
    await sweep();
    expect(await detail()).toMatchObject({ status: "completed", refund_status: "none" });
    const history = await app.sql(
      "select from_state, actor, reason from order_history where order_id = $1 order by id desc limit 1",
      [order.order_id],
    );
    expect(history).toEqual([
      { from_state: step, actor: "system", reason: "门店未更新进度，营业日结束自动完成" },
    ]);
  });
});

test("a store's own limit counts, and the mark stays while the store goes on and goes when food is ready", async () => {
  await app.sql("update restaurants set order_limit_minutes = 30 where id = 'SH001'");
  order = await orderAt(app, buyer, "accepted");
  app.clock.pass(30 * minute);
  await listen();
  await sweep();
  expect(await mark()).toBe("overdue");
  await bring(await newMember(app, "store"), order.order_id, ["preparing"]);
  await sweep();
  expect(await mark()).toBe("overdue");
  await bring(await newMember(app, "store"), order.order_id, ["delivering"]);
  expect(await mark()).toBeNull();
  await alarms(["overdue"]);
});

test("an order that has been late since before it was accepted counts from its acceptance", async () => {
  order = await orderAt(app, buyer, "accepted");
  app.clock.pass(119 * minute);
  await bring(await newMember(app, "store"), order.order_id, ["preparing"]);
  app.clock.pass(minute);
  await sweep();
  expect(await mark()).toBe("overdue");
});

describe("an order that a store has to accept itself", () => {
  beforeEach(async () => {
    await app.sql("update restaurants set auto_accept = false where id = 'SH001'");
    order = await paidOrder(app, buyer);
    await listen();
  });

  test("warns the store a minute before it is cancelled, and tells it afterwards", async () => {
    app.clock.pass(4 * minute - 1);
    await sweep();
    expect(await mark()).toBeNull();
    app.clock.pass(1);
    await sweep();
    expect(await mark()).toBe("unaccepted");
    await alarms(["unaccepted_soon"]);
    app.clock.pass(minute - 1);
    await sweep();
    expect((await detail()).status).toBe("paid");
    app.clock.pass(1);
    await sweep();
    expect(await detail()).toMatchObject({ status: "cancelled", cancel_reason: "门店未接单，款项原路退回" });
    await alarms(["unaccepted_soon", "unaccepted_cancelled"]);
  });

  test("loses its mark when the store accepts it", async () => {
    app.clock.pass(4 * minute);
    await sweep();
    await bring(await newMember(app, "store"), order.order_id, ["accepted"]);
    expect(await mark()).toBeNull();
    app.clock.pass(minute);
    await sweep();
    expect((await detail()).status).toBe("accepted");
  });
});
