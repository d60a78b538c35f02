import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffEventsPath } from "#contract/events.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { formatLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { hoursJson } from "../support/api/hours.ts";
import {
  advanceOrder,
  createOrderInStatus,
  createPaidOrder,
  createStaffClient,
} from "../support/api/orders.ts";
import { settleRefunds } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

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

/** The restaurant is open around the clock, and its business day began an hour ago. */
beforeEach(async () => {
  app.clock.freeze();
  log.length = 0;
  const began = formatLocalTime(addMs(app.clock.now(), -hour)).slice(11);
  await app.sql(
    "update restaurants set week_hours = $1, auto_accept = true, order_limit_minutes = null where id = 'SH001'",
    [hoursJson(began, began)],
  );
  buyer = await createBuyer(app);
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

const getDetail = () => buyer.data(endpoints.detail, { query: { order_id: order.order_id } });
const runDueJobs = () => Promise.all(Array.from({ length: 3 }, () => app.sweep("due-orders")));

/**
 * Opens the event streams of the restaurant and of an admin; their tokens expire within the hours that tests
 * skip.
 */
async function openEvents(): Promise<void> {
  const members = [await createStaffClient(app, "store"), await createStaffClient(app, "admin")];
  events = await Promise.all(
    members.map(({ token }) => EventReader.open(app.url, token, undefined, staffEventsPath)),
  );
  for (const one of events) await expect.poll(() => one.events.length, waitOptions).toBeGreaterThan(0);
}

/** Asserts the kinds of the order's alarms that the restaurant and the admin received. */
async function expectAlarms(kinds: string[]): Promise<void> {
  for (const one of events) {
    const receivedAlarms = () =>
      one
        .listStaffEvents("order_alarm")
        .filter(({ order_id }) => order_id === order.order_id)
        .map(({ kind }) => kind);
    await expect.poll(receivedAlarms, waitOptions).toEqual(kinds);
  }
}

async function readLateMark() {
  const store = await createStaffClient(app, "store");
  const { list } = await store.data(endpoints.board, { query: {} });
  return list.find(({ order_id }) => order_id === order.order_id)?.alarm;
}

describe.each(["accepted", "preparing"] as const)("an order that stays %s", (step) => {
  test("alarms restaurant and admins after two hours, and ends with the business day", async () => {
    order = await createOrderInStatus(app, buyer, step);
    app.clock.advance(2 * hour - 1);
    await runDueJobs();
    expect(await readLateMark()).toBeNull();
    app.clock.advance(1);
    await openEvents();
    await runDueJobs();
    expect(await readLateMark()).toBe("overdue");
    await expectAlarms(["overdue"]);
    const warnings = log.map((line) => JSON.parse(line)).filter(({ event }) => event === "order_alarm");
    expect(warnings).toEqual([
      expect.objectContaining({ kind: "overdue", order: order.order_id, level: 40 }),
    ]);
    app.clock.advance(20 * hour);
    await runDueJobs();
    expect((await getDetail()).status).toBe(step);
    app.clock.advance(hour);
    await runDueJobs();
    expect(await getDetail()).toMatchObject({ status: "completed", refund_status: "none" });
    const history = await app.sql(
      "select from_state, actor, reason from order_history where order_id = $1 order by id desc limit 1",
      [order.order_id],
    );
    expect(history).toEqual([
      { from_state: step, actor: "system", reason: "门店未更新进度，营业日结束自动完成" },
    ]);
  });
});

test("the restaurant's own limit counts, and the mark stays until the food is ready", async () => {
  await app.sql("update restaurants set order_limit_minutes = 30 where id = 'SH001'");
  order = await createOrderInStatus(app, buyer, "accepted");
  app.clock.advance(30 * minute);
  await openEvents();
  await runDueJobs();
  expect(await readLateMark()).toBe("overdue");
  await advanceOrder(await createStaffClient(app, "store"), order.order_id, ["preparing"]);
  await runDueJobs();
  expect(await readLateMark()).toBe("overdue");
  await advanceOrder(await createStaffClient(app, "store"), order.order_id, ["delivering"]);
  expect(await readLateMark()).toBeNull();
  await expectAlarms(["overdue"]);
});

test("an order already late before its acceptance counts from its acceptance", async () => {
  order = await createOrderInStatus(app, buyer, "accepted");
  app.clock.advance(119 * minute);
  await advanceOrder(await createStaffClient(app, "store"), order.order_id, ["preparing"]);
  app.clock.advance(minute);
  await runDueJobs();
  expect(await readLateMark()).toBe("overdue");
});

describe("an order that needs manual acceptance", () => {
  beforeEach(async () => {
    await app.sql("update restaurants set auto_accept = false where id = 'SH001'");
    order = await createPaidOrder(app, buyer);
    await openEvents();
  });

  test("warns the restaurant a minute before it is cancelled, and informs it afterwards", async () => {
    app.clock.advance(4 * minute - 1);
    await runDueJobs();
    expect(await readLateMark()).toBeNull();
    app.clock.advance(1);
    await runDueJobs();
    expect(await readLateMark()).toBe("unaccepted");
    await expectAlarms(["unaccepted_soon"]);
    app.clock.advance(minute - 1);
    await runDueJobs();
    expect((await getDetail()).status).toBe("paid");
    app.clock.advance(1);
    await runDueJobs();
    expect(await getDetail()).toMatchObject({
      status: "cancelled",
      cancel_reason: "门店未接单，款项原路退回",
    });
    await expectAlarms(["unaccepted_soon", "unaccepted_cancelled"]);
  });

  test("loses its mark when the restaurant accepts it", async () => {
    app.clock.advance(4 * minute);
    await runDueJobs();
    await advanceOrder(await createStaffClient(app, "store"), order.order_id, ["accepted"]);
    expect(await readLateMark()).toBeNull();
    app.clock.advance(minute);
    await runDueJobs();
    expect((await getDetail()).status).toBe("accepted");
  });
});
