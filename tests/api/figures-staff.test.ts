import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { figuresEndpoints as endpoints } from "#contract/staff/figures/endpoints.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { pickupOrderForm } from "../support/api/inStore.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard } from "../support/api/wallet.ts";

let app: TestApp;
/** Works at SH001 only. */
let member: Client;
/** Works at SH001 and SH002. */
let manager: Client;
let today: string;

beforeAll(async () => {
  app = await startTestApp();
  const buyer = await createBuyer(app);
  await createBoundCard(app, buyer.userId, 100_000);
  const { order_id } = await createOrder(buyer);
  await payByCard(buyer, order_id);
  const form = pickupOrderForm({ restaurant_id: "SH002" });
  await payByCard(buyer, (await buyer.data(orderEndpoints.create, { body: form })).order_id);
  today = toLocalTime(app.clock.now()).date;
  await app.sweep("figures");
  member = await createMember("figures-member", "13900008801", ["SH001"]);
  manager = await createMember("figures-manager", "13900008802", ["SH001", "SH002"]);
});

afterAll(async () => {
  await app.close();
});

async function createMember(id: string, phone: string, restaurantIds: string[]): Promise<Client> {
  await app.sql(
    "insert into staff (id, phone, name, role, created_at) values ($1, $2, '店员', 'store', now())",
    [id, phone],
  );
  for (const restaurantId of restaurantIds)
    await app.sql("insert into staff_restaurants (staff_id, restaurant_id) values ($1, $2)", [
      id,
      restaurantId,
    ]);
  return new Client(app.server, await createToken(app, "staff", id));
}

const payByCard = (buyer: Buyer, order_id: string) =>
  buyer.data(orderEndpoints.pay, { body: { order_id, payment_method: "card" } });
const range = () => ({ from: today, to: today });
const of = (restaurant_id: string) => ({ query: { ...range(), restaurant_id } });

describe("restaurant staff", () => {
  test("read the sums, dishes and reasons of their restaurant, which they need not name", async () => {
    const { sums } = await member.data(endpoints.overview, { query: range() });
    expect(sums).toMatchObject({ orders: 1, sales: 3_800 });
    expect(await member.data(endpoints.overview, of("SH001"))).toMatchObject({ sums });
    const { list } = await member.data(endpoints.series, { query: range() });
    expect(list).toMatchObject([{ at: today, orders: 1, sales: 3_800 }]);
    expect((await member.data(endpoints.dishes, { query: range() })).list).toMatchObject([{ quantity: 1 }]);
    expect((await member.data(endpoints.cancellations, { query: range() })).list).toEqual([]);
  });

  test("are refused those of another restaurant, and those of the chain", async () => {
    expect((await member.call(endpoints.overview, of("SH002"))).status).toBe(403);
    expect((await member.call(endpoints.series, of("SH002"))).status).toBe(403);
    expect((await member.call(endpoints.dishes, of("SH002"))).status).toBe(403);
    expect((await member.call(endpoints.cancellations, of("SH002"))).status).toBe(403);
    expect((await member.call(endpoints.chain, { query: range() })).status).toBe(403);
  });

  test("with several restaurants name the one they mean", async () => {
    expect(await manager.call(endpoints.overview, { query: range() })).toMatchObject({
      status: 400,
      msg: "请选择门店",
    });
    expect((await manager.data(endpoints.overview, of("SH002"))).sums).toMatchObject({ orders: 1 });
    expect((await manager.call(endpoints.overview, of("SH003"))).status).toBe(403);
  });

  test("find only their restaurants in lists, also in a search, without the sum of the chain", async () => {
    const idsOf = async (client: Client, keyword?: string) => {
      const filter = keyword === undefined ? {} : { keyword };
      const query = { ...range(), ...filter };
      const { list } = await client.data(endpoints.restaurants, { query });
      const close = await client.data(endpoints.dailyClose, { query: { date: today, ...filter } });
      expect(close.chain).toBeNull();
      const ids = list.map(({ restaurant_id }) => restaurant_id).sort();
      expect(close.list.map(({ restaurant_id }) => restaurant_id)).toEqual(ids);
      return ids;
    };
    expect(await idsOf(member)).toEqual(["SH001"]);
    expect(await idsOf(manager)).toEqual(["SH001", "SH002"]);
    expect(await idsOf(member, "SH002")).toEqual([]);
    expect(await idsOf(manager, "sh002")).toEqual(["SH002"]);
  });

  test("without a restaurant are told whom to ask", async () => {
    await app.sql("delete from staff_restaurants where staff_id = 'figures-member'");
    const refused = { status: 403, msg: "您还没有门店，请联系总部" };
    expect(await member.call(endpoints.overview, { query: range() })).toMatchObject(refused);
    expect(await member.call(endpoints.restaurants, { query: range() })).toMatchObject(refused);
  });
});
