import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { cloneOrders, createOrderInStatus } from "../support/api/orders.ts";
import { payOrder, setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
/** Buyer whose orders are copied. */
let owner: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost" });
  owner = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

/** Creates a logged-in member of staff with this role. */
async function createStaffFor(role: "agent" | "store" | "admin"): Promise<Client> {
  const [row] = await app.sql<{ id: string }>("select id from staff where role = $1", [role]);
  return new Client(app.server, await createToken(app, "staff", row!.id));
}

/** Creates and pays an order; returns its id. */
async function createPaidBoardOrder(
  buyer: Buyer,
  overrides: Partial<CreateOrderRequest> = {},
): Promise<string> {
  const order = await createOrder(buyer, overrides);
  await payOrder(app, buyer, order);
  return order.order_id;
}

describe("the order board", () => {
  test("shows a restaurant its paid orders, longest waiting first, with the fields the kitchen needs", async () => {
    const store = await createStaffFor("store");
    const buyer = await createBuyer(app);
    await createOrder(buyer);
    const first = await createPaidBoardOrder(buyer, { remark: "少辣", tableware_count: 2 });
    const second = await createPaidBoardOrder(buyer);
    const { restaurant, list, has_more } = await store.data(orderEndpoints.board);
    expect(restaurant.storecode).toBe("SH001");
    expect(has_more).toBe(false);
    const mine = list.filter(({ order_id }) => [first, second].includes(order_id));
    expect(mine.map(({ order_id }) => order_id)).toEqual([first, second]);
    expect(mine[0]).toMatchObject({
      status: "paid",
      remark: "少辣",
      tableware_count: 2,
      contact: {
        name: "王小明",
        phone: "13812345678",
        address: expect.stringMatching(/（漕溪北路750弄）$/),
      },
      steps: ["accepted", "cancelled"],
    });
    expect(mine[0]?.items[0]?.quantity).toBe(1);
    expect(JSON.stringify(mine)).not.toMatch(/amount|points|openid|user_id/);
  });

  test("is paged", async () => {
    const store = await createStaffFor("store");
    const buyer = await createBuyer(app);
    await createPaidBoardOrder(buyer);
    await createPaidBoardOrder(buyer);
    const one = await store.data(orderEndpoints.board, { query: { pageSize: 1 } });
    const two = await store.data(orderEndpoints.board, { query: { pageSize: 1, page: 2 } });
    expect(one).toMatchObject({ has_more: true, page: 1, pageSize: 1 });
    expect(two.list[0]?.order_id).not.toBe(one.list[0]?.order_id);
  });

  test("puts orders awaiting acceptance first, however many are in the kitchen, and counts all", async () => {
    const store = await createStaffFor("store");
    const { counts: before } = await store.data(orderEndpoints.board);
    const cooking = await createOrderInStatus(app, await createBuyer(app), "preparing");
    await cloneOrders(
      app,
      cooking,
      Array.from({ length: 119 }, () => ({ userId: owner.userId })),
    );
    const fresh = await createPaidBoardOrder(await createBuyer(app));
    const { list, counts } = await store.data(orderEndpoints.board);
    const isWaiting = list.map(({ status }) => status === "paid");
    expect(list.map(({ order_id }) => order_id)).toContain(fresh);
    expect(isWaiting).toEqual([...isWaiting].sort((a, b) => Number(b) - Number(a)));
    expect(counts).toEqual({ ...before, paid: before.paid + 1, preparing: before.preparing + 120 });
    const column = (page: number) =>
      store.data(orderEndpoints.board, { query: { column: "preparing", page } });
    const pages = [await column(1), await column(2), await column(3)];
    expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, false]);
    const found = pages.flatMap((page) => page.list);
    expect(new Set(found.map(({ order_id }) => order_id)).size).toBe(counts.preparing);
    expect(found.every(({ status }) => status === "preparing")).toBe(true);
  });

  test("of another restaurant is for admins, who name it; agents have no board", async () => {
    const query = { restaurant_id: "SH002" };
    const [store, admin, agent] = [
      await createStaffFor("store"),
      await createStaffFor("admin"),
      await createStaffFor("agent"),
    ];
    expect(await store.call(orderEndpoints.board, { query })).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    expect((await admin.data(orderEndpoints.board, { query })).restaurant.storecode).toBe("SH002");
    expect(await admin.call(orderEndpoints.board)).toMatchObject({ status: 400, error: "validation" });
    expect(await admin.call(orderEndpoints.board, { query: { restaurant_id: "nowhere" } })).toMatchObject({
      status: 404,
      error: "restaurant_not_found",
    });
    expect(await agent.call(orderEndpoints.board, { query })).toMatchObject({ status: 403 });
  });
});
