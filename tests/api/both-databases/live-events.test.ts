import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { customerEventsPath, staffEventsPath } from "#contract/events.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type Buyer, createBuyer, createOrder } from "../../support/api/buyers.ts";
import { EventReader } from "../../support/api/EventReader.ts";
import { createStaffToken, createToken } from "../../support/api/namedEndpoints.ts";
import { createPaidOrder, createStaffClient } from "../../support/api/orders.ts";
import { payOrder } from "../../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

const day = 86_400_000;

let app: TestApp;
const readers: EventReader[] = [];

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

/** Opens an event stream and waits for its first event. */
async function openEvents(token: string | null, after?: number | string): Promise<EventReader> {
  const reader = await EventReader.open(app.url, token, after);
  readers.push(reader);
  await expect.poll(() => reader.events.length, waitOptions).toBeGreaterThan(0);
  return reader;
}

const listStatuses = (reader: EventReader) => reader.listEvents("order").map(({ status }) => status);
const cancelOrder = (buyer: Buyer, order_id: string) => buyer.data(endpoints.cancel, { body: { order_id } });

describe("a customer's live events", () => {
  test("begin with the current position and carry every change of an order, in order", async () => {
    const buyer = await createBuyer(app);
    const reader = await openEvents(buyer.token);
    expect(reader.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(reader.response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(reader.response.headers.get("content-encoding")).toBeNull();
    expect(reader.response.headers.get("x-content-type-options")).toBe("nosniff");
    const order = await createOrder(buyer);
    await payOrder(app, buyer, order);
    await cancelOrder(buyer, order.order_id);
    await expect.poll(() => reader.listEvents("order"), waitOptions).toHaveLength(3);
    const common = { order_id: order.order_id };
    expect(reader.listEvents("order")).toEqual([
      { ...common, version: 2, status: "paid", status_text: "已付款", refund_status: "none" },
      { ...common, version: 3, status: "cancelled", status_text: "已取消", refund_status: "none" },
      { ...common, version: 4, status: "cancelled", status_text: "退款中", refund_status: "refunding" },
    ]);
    const ids = reader.events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  test("reach all pages of one customer, and no other customer", async () => {
    const [one, other] = [await createBuyer(app), await createBuyer(app)];
    const [first, second, strange] = [
      await openEvents(one.token),
      await openEvents(one.token),
      await openEvents(other.token),
    ];
    await cancelOrder(one, (await createOrder(one)).order_id);
    await cancelOrder(other, (await createOrder(other)).order_id);
    await expect
      .poll(() => [first, second, strange].map((reader) => reader.listEvents("order").length), waitOptions)
      .toEqual([1, 1, 1]);
    expect(strange.listEvents("order")[0]?.order_id).not.toBe(first.listEvents("order")[0]?.order_id);
  });

  test("are not published when the transaction is rolled back", async () => {
    const buyer = await createBuyer(app);
    const order = await createPaidOrder(app, buyer);
    const reader = await openEvents(buyer.token);
    await app.sql(
      "alter table audit_log add constraint nothing_goes check (action <> 'order.advance') not valid",
    );
    const admin = await createStaffClient(app, "admin");
    const body = { order_id: order.order_id, to: "accepted" };
    expect((await admin.call(endpoints.advance, { body })).status).toBe(500);
    await app.sql("alter table audit_log drop constraint nothing_goes");
    expect((await admin.call(endpoints.advance, { body })).status).toBe(200);
    await expect.poll(() => listStatuses(reader), waitOptions).toEqual(["accepted"]);
  });
});

describe("an interrupted stream", () => {
  test("continues after the last event that was read", async () => {
    const buyer = await createBuyer(app);
    const reader = await openEvents(buyer.token);
    const order = await createOrder(buyer);
    await payOrder(app, buyer, order);
    await expect.poll(() => listStatuses(reader), waitOptions).toEqual(["paid"]);
    reader.close();
    await cancelOrder(buyer, order.order_id);
    const again = await openEvents(buyer.token, reader.events.at(-1)?.id);
    await expect.poll(() => listStatuses(again), waitOptions).toEqual(["cancelled", "cancelled"]);
    expect(again.events[0]).toMatchObject({ name: "position", id: reader.events.at(-1)?.id });
    const whole = await openEvents(buyer.token, reader.events[0]?.id);
    await expect.poll(() => listStatuses(whole), waitOptions).toEqual(["paid", "cancelled", "cancelled"]);
  });

  test("continues although it had read nothing yet, and without the header from now on", async () => {
    const buyer = await createBuyer(app);
    const first = await openEvents(buyer.token);
    first.close();
    await cancelOrder(buyer, (await createOrder(buyer)).order_id);
    const again = await openEvents(buyer.token, first.events[0]?.id);
    await expect.poll(() => listStatuses(again), waitOptions).toEqual(["cancelled"]);
    const fresh = await openEvents(buyer.token);
    expect(fresh.events).toEqual([
      { name: "position", id: again.events.at(-1)?.id, data: { id: again.events.at(-1)?.id } },
    ]);
  });

  test.each(["garbage", "-1", "1e3", "999999999999", "9".repeat(40)])(
    "is told to load afresh when its place (%s) never was one",
    async (place) => {
      const buyer = await createBuyer(app);
      const reader = await openEvents(buyer.token, place);
      expect(reader.events[0]?.name).toBe("reset");
      await cancelOrder(buyer, (await createOrder(buyer)).order_id);
      await expect.poll(() => listStatuses(reader), waitOptions).toEqual(["cancelled"]);
    },
  );

  test("gets a reload event when its position is older than a week, and not when it is younger", async () => {
    const buyer = await createBuyer(app);
    const before = await openEvents(buyer.token);
    const order = await createOrder(buyer);
    await payOrder(app, buyer, order);
    await expect.poll(() => listStatuses(before), waitOptions).toEqual(["paid"]);
    app.clock.advance(6 * day);
    await app.sweep("clean-up");
    const young = await openEvents(buyer.token, before.events[0]?.id);
    await expect.poll(() => listStatuses(young), waitOptions).toEqual(["paid"]);
    app.clock.advance(2 * day);
    await app.sweep("clean-up");
    expect(await app.sql("select id from events where channel = $1", [`user:${buyer.userId}`])).toEqual([]);
    const old = await openEvents(buyer.token, before.events[0]?.id);
    expect(old.events[0]?.name).toBe("reset");
    const next = await openEvents(buyer.token, old.events[0]?.id);
    expect(next.events[0]).toMatchObject({ name: "position", id: old.events[0]?.id });
  });
});

describe("a stream for a client that is not a customer", () => {
  test("is refused like any other request, in the contract's envelope", async () => {
    const { userId, token } = await createBuyer(app);
    const wrong = {
      none: null,
      garbage: "x".repeat(43),
      expired: await createToken(app, "customer", userId, -1),
      staff: await createStaffToken(app),
    };
    for (const [kind, bad] of Object.entries(wrong)) {
      const { response } = await EventReader.open(app.url, bad);
      expect({ kind, status: response.status }).toEqual({ kind, status: 401 });
    }
    const { status } = await fetch(`${app.url}${customerEventsPath}?token=${token}`);
    expect(status).toBe(401);
  });

  test("is in the OpenAPI document, as the pictures are", async () => {
    const document = (await app.server.inject("/api/docs/json")).json<{ paths: object }>();
    for (const path of [customerEventsPath, "/api/v1/files/{id}"])
      expect(document.paths).toHaveProperty([path, "get", "security"], [{ bearer: [] }]);
  });

  test("does not exist for other methods, which would never end", async () => {
    const { token } = await createBuyer(app);
    for (const method of ["HEAD", "POST"] as const) {
      const headers = { authorization: `Bearer ${token}` };
      const { statusCode } = await app.server.inject({ method, url: customerEventsPath, headers });
      expect(statusCode).toBe(405);
    }
  });
});

describe("a stream is closed by the server", () => {
  test.each([
    ["its customer logs out", (buyer: Buyer) => buyer.data(userEndpoints.logout)],
    ["its token expires", async () => app.clock.advance(31 * day)],
    [
      "its customer is switched off",
      (buyer: Buyer) => app.sql("update users set disabled_at = now() where id = $1", [buyer.userId]),
    ],
  ])("when %s", async (_what, change) => {
    const buyer = await createBuyer(app);
    const reader = await openEvents(buyer.token);
    await change(buyer);
    await expect.poll(() => reader.isEnded, waitOptions).toBe(true);
    const again = await EventReader.open(app.url, buyer.token);
    expect(again.response.status).toBe(401);
  });

  test("when the token now belongs to another account", async () => {
    const [buyer, other] = [await createBuyer(app), await createBuyer(app)];
    const reader = await openEvents(buyer.token);
    await app.sql("update tokens set subject_id = $1 where subject_id = $2", [other.userId, buyer.userId]);
    await expect.poll(() => reader.isEnded, waitOptions).toBe(true);
  });

  test("when its customer opens a sixth: the oldest is closed, even if it is not being read", async () => {
    const buyer = await createBuyer(app);
    const open: EventReader[] = [];
    for (let n = 0; n < 6; n++) open.push(await openEvents(buyer.token));
    await expect
      .poll(() => open.map(({ isEnded }) => isEnded), waitOptions)
      .toEqual([true, ...Array(5).fill(false)]);
    const other = await openEvents((await createBuyer(app)).token);
    expect([other.isEnded, open[1]?.isEnded]).toEqual([false, false]);
  });
});

test("staff receive a heartbeat every three seconds, customers less often", async () => {
  const buyer = await createBuyer(app);
  const customer = await openEvents(buyer.token);
  const agent = await createStaffClient(app, "agent");
  const staff = await EventReader.open(app.url, agent.token, undefined, staffEventsPath);
  readers.push(staff);
  const since = performance.now();
  await expect.poll(() => staff.comments, waitOptions).toBeGreaterThan(0);
  expect(performance.now() - since).toBeLessThan(9_000);
  expect(customer.comments).toBe(0);
});
