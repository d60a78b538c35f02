import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staffEventsPath } from "#contract/events.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { staffMemberEndpoints } from "#contract/staff/member/endpoints.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { type CrossAccountCase, createCrossAccountCase } from "../support/api/access/CrossAccountCase.ts";
import { staffAccessCases } from "../support/api/access/staffAccessCases.ts";
import { createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { listEndpoints } from "../support/api/namedEndpoints.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { payOrder, setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { dish } from "../support/api/people.ts";
import { createRestaurantForm } from "../support/api/restaurantForms.ts";
import {
  createRestaurantMember,
  type RestaurantMember,
  readRestaurants,
} from "../support/api/restaurantStaff.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

let app: TestApp;
let admin: Client;
let victim: CrossAccountCase;
/** Two restaurants of the member, and one where others work. */
let [first, second, third] = ["", "", ""];
let member: RestaurantMember;

beforeAll(async () => {
  app = await startTestApp({ settings: { STORE_REFUND_REQUESTS: "answer" } });
  admin = await createStaffClient(app, "admin");
  await setPaymentBehaviour(app, { notify: "lost" });
  victim = await createCrossAccountCase(app);
});

beforeEach(async () => {
  [first, second, third] = [await openRestaurant(), await openRestaurant(), await openRestaurant()];
  member = await createRestaurantMember(app, [first, second]);
});

afterAll(async () => {
  await app.close();
});

async function openRestaurant(): Promise<string> {
  const body = createRestaurantForm() as never;
  const { restaurant_id } = await admin.data(restaurantAdminEndpoints.create, { body });
  await app.content.waitForDelivery();
  return restaurant_id;
}

async function createPaidOrder(restaurant_id: string): Promise<string> {
  const buyer = await createBuyer(app);
  const order = await createOrder(buyer, {
    order_type: "pickup",
    restaurant_id,
    expected_total: dish.price,
  });
  await payOrder(app, buyer, order);
  return order.order_id;
}

const follow = (restaurantId: string, client = member) =>
  EventReader.open(app.url, client.token, undefined, `${staffEventsPath}?restaurant_id=${restaurantId}`);
const update = (restaurant_ids: string[]) =>
  admin.call(staffMemberEndpoints.update, {
    body: { staff_id: member.id, name: "店里同事", role: "store", restaurant_ids },
  });

test("a member sees all own restaurants by code", async () => {
  expect(await member.data(staffAuthEndpoints.info)).toMatchObject({
    role: "store",
    restaurant_id: null,
    restaurants: [first, second].sort().map((restaurant_id) => ({ restaurant_id, name: "食单·测试店" })),
  });
});

/** Endpoints that name a restaurant and are open to restaurant staff. */
const boundEndpoints = listEndpoints("staff").filter(({ name, shape }) => {
  const hasField = [shape.query, shape.body].some((input) =>
    JSON.stringify(input ?? {}).includes('"restaurant_id":'),
  );
  return hasField && staffAccessCases[name]?.expectedForStaff?.[1] !== "forbidden";
});

test("the endpoints of restaurant staff are all there", () => {
  expect(boundEndpoints.map(({ name }) => name).sort()).toEqual([
    "figures.cancellations",
    "figures.dishes",
    "figures.overview",
    "figures.series",
    "order.board",
    "staffOrder.refundRequests",
    "staffRestaurant.autoAccept",
    "staffRestaurant.changeDishes",
    "staffRestaurant.dish",
    "staffRestaurant.dishes",
    "staffRestaurant.pause",
    "staffRestaurant.store",
    "staffRestaurant.todayHours",
  ]);
});

test.each(boundEndpoints)(
  "$name works for each own restaurant, and for no other",
  async ({ name, endpoint }) => {
    const input = (await staffAccessCases[name]?.input?.(victim, app)) ?? {};
    const place = "query" in input ? "query" : "body";
    const call = (restaurant_id: string | undefined) =>
      member.call(endpoint, { ...input, [place]: { ...(input[place] as object), restaurant_id } } as object);
    for (const own of [first, second]) expect((await call(own)).status).toBe(200);
    for (const other of [third, "NOWHERE"])
      expect(await call(other)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await call(undefined)).toMatchObject({
      status: 400,
      msg: "请选择门店",
      data: { field: "restaurant_id" },
    });
  },
);

describe("an order", () => {
  const steps: [string, (client: Client, order_id: string) => Promise<{ status: number }>][] = [
    ["is read", (client, orderId) => client.call(staffChatEndpoints.order, { params: { orderId } })],
    [
      "is accepted",
      (client, order_id) => client.call(orderEndpoints.advance, { body: { order_id, to: "accepted" } }),
    ],
    [
      "lacks a dish",
      (client, order_id) =>
        client.call(staffOrderEndpoints.reportSoldout, {
          body: { order_id, items: [{ id: dish.id, quantity: 1 }], client_key: createIdempotencyKey() },
        }),
    ],
  ];

  test.each(steps)("%s by its restaurant's staff only", async (_what, step) => {
    for (const own of [first, second])
      expect((await step(member, await createPaidOrder(own))).status).toBe(200);
    const other = await createPaidOrder(third);
    expect(await step(member, other)).toMatchObject({ status: 404 });
    expect(await app.sql("select status from orders where id = $1", [other])).toEqual([{ status: "paid" }]);
  });

  test("has a refund request that is answered by its restaurant's staff only", async () => {
    const request = async (restaurantId: string) => {
      const buyer = await createBuyer(app);
      const form = { order_type: "pickup" as const, restaurant_id: restaurantId, expected_total: dish.price };
      const order = await createOrder(buyer, form);
      await payOrder(app, buyer, order);
      for (const to of ["accepted", "preparing"] as const)
        await admin.data(orderEndpoints.advance, { body: { order_id: order.order_id, to } });
      await buyer.data(orderEndpoints.refundRequest, {
        body: { order_id: order.order_id, reason: "少送了", client_key: createIdempotencyKey() },
      });
      return order.order_id;
    };
    const [own, others] = [await request(second), await request(third)];
    const list = async (restaurant_id: string) =>
      (await member.data(staffOrderEndpoints.refundRequests, { query: { restaurant_id } })).list;
    expect(await list(first)).toEqual([]);
    expect((await list(second)).map(({ order_id }) => order_id)).toEqual([own]);
    const answer = (order_id: string) =>
      member.call(staffOrderEndpoints.answerRequest, {
        body: { order_id, approve: false, reason: "已核实", client_key: createIdempotencyKey() },
      });
    expect((await answer(own)).status).toBe(200);
    expect(await answer(others)).toMatchObject({ status: 404 });
  });
});

describe("the event stream", () => {
  test("carries what happens at the requested restaurant, which must be an own one", async () => {
    const [one, two] = [await follow(first), await follow(second)];
    await createPaidOrder(second);
    await expect.poll(() => two.listStaffEvents("order").length, waitOptions).toBeGreaterThan(0);
    expect(new Set(two.listStaffEvents("order").map(({ restaurant_id }) => restaurant_id))).toEqual(
      new Set([second]),
    );
    expect(one.listStaffEvents("order")).toEqual([]);
    for (const stream of [one, two]) stream.close();
    expect((await follow(third)).response.status).toBe(403);
    const withoutChoice = await EventReader.open(app.url, member.token, undefined, staffEventsPath);
    expect(withoutChoice.response.status).toBe(400);
  });

  test("of somebody with one restaurant needs no choice", async () => {
    const single = await createRestaurantMember(app, [third]);
    const stream = await EventReader.open(app.url, single.token, undefined, staffEventsPath);
    expect(stream.response.status).toBe(200);
    stream.close();
  });

  test.each([
    ["another one", () => [first, second, third]],
    ["one less", () => [second]],
  ])("ends within a second of a change to %s, and so does the session", async (_what, change) => {
    const stream = await follow(first);
    await expect.poll(() => stream.events.length, waitOptions).toBeGreaterThan(0);
    expect((await update([second, first])).status).toBe(200);
    expect((await member.call(staffAuthEndpoints.info)).status).toBe(200);
    expect((await update(change())).status).toBe(200);
    expect((await member.call(orderEndpoints.board, { query: { restaurant_id: first } })).status).toBe(401);
    await expect.poll(() => stream.isEnded, waitOptions).toBe(true);
    expect(await readRestaurants(app, member.id)).toEqual(change().sort());
  });
});

describe("a restaurant that is closed for good", () => {
  const close = (restaurant_id: string) =>
    admin.data(restaurantAdminEndpoints.close, { body: { restaurant_id } });

  test("is no longer its staff's, who log in again; the last one leaves them without any", async () => {
    const stream = await follow(first);
    await close(first);
    await expect.poll(() => stream.isEnded, waitOptions).toBe(true);
    expect((await member.call(staffAuthEndpoints.info)).status).toBe(401);
    expect(await readRestaurants(app, member.id)).toEqual([second]);
    await close(second);
    const { list } = await admin.data(staffMemberEndpoints.list, { query: { keyword: member.phone } });
    expect(list).toMatchObject([{ role: "store", restaurants: [] }]);
    const [audit] = await app.sql("select detail from audit_log where target = $1 and action = $2", [
      second,
      "restaurant.close",
    ]);
    expect(audit).toMatchObject({ detail: { staff: 1 } });
  });

  test("leaves a member without any a kind refusal", async () => {
    const idle = await createRestaurantMember(app, []);
    expect(await idle.data(staffAuthEndpoints.info)).toMatchObject({ restaurant_id: null, restaurants: [] });
    expect(await idle.call(orderEndpoints.board)).toMatchObject({
      status: 403,
      msg: "您还没有门店，请联系总部",
    });
  });

  test("is given to nobody", async () => {
    await close(third);
    expect(await update([first, third])).toMatchObject({
      status: 422,
      msg: "食单·测试店已永久关店，请选择其他门店",
      data: { field: "restaurant_ids" },
    });
    expect(await readRestaurants(app, member.id)).toEqual([first, second].sort());
  });
});

test("a restaurant named twice counts once; too many are refused", async () => {
  expect((await update([third, third])).data.restaurants).toHaveLength(1);
  const many = Array.from({ length: 101 }, (_, nth) => `R${nth}`);
  expect(await update(many)).toMatchObject({ status: 400, data: { field: "restaurant_ids" } });
  expect(await readRestaurants(app, member.id)).toEqual([third]);
});
