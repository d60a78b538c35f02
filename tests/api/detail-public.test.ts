import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicDetailPerMinute } from "#contract/constants.ts";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { newId } from "#server/platform/ids.ts";
import { type Buyer, newBuyer, newOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { newVoucher, offeredSlots, pickupWish, voucherWish } from "../support/api/inStore.ts";
import { bring, newMember } from "../support/api/kitchen.ts";
import { newPhone } from "../support/api/people.ts";
import { behave, payOrder } from "../support/api/provider.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;
let visitor: Client;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new Client(app.server);
  buyer = await newBuyer(app);
});

afterAll(async () => {
  await app.close();
});

const look = (third_party_order_id: string, ip = newPhone().ip) =>
  visitor.call(calls.detailPublic, { query: { third_party_order_id }, ip });

/** An order at the counter that a voucher paid for. */
async function redeemed(): Promise<{ order: OrderReceipt; voucher: string; time: string }> {
  const voucher = await newVoucher(app);
  const { time } = (await offeredSlots(app))[12]!;
  const body = voucherWish(voucher, { booking_time: time, contact_phone: "13912345678", remark: "不要葱" });
  return { order: await buyer.data(calls.create, { body }), voucher, time };
}

describe("P2: what strangers see of an order", () => {
  test("is where it is and what was ordered, with the number to call out", async () => {
    const { order, time } = await redeemed();
    const { status, data, headers } = await look(order.third_party_order_id);
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(data).toMatchObject({
      third_party_order_id: order.third_party_order_id,
      order_type: "pickup",
      status: "paid",
      status_text: "已付款",
      refund_status: "none",
      restaurant: { storecode: "SH001" },
      items: [{ quantity: 1 }],
      pickup_code: expect.stringMatching(/^Z\d{3}$/),
      booking_time: time,
      total_amount: 0,
      name: "",
      phone: "139****5678",
      address: "",
    });
  });

  test("is not who ordered, what they said, or how they pay", async () => {
    const { order } = await redeemed();
    const delivered = await newOrder(buyer, { remark: "放门口", contact_phone: "13812345678" });
    for (const id of [order.third_party_order_id, delivered.third_party_order_id]) {
      const { data } = await look(id);
      expect(Object.keys(data).sort()).toEqual([
        "address",
        "booking_time",
        "created_at",
        "is_late",
        "items",
        "name",
        "order_type",
        "phone",
        "pickup_code",
        "refund_status",
        "restaurant",
        "status",
        "status_text",
        "table_no",
        "third_party_order_id",
        "total_amount",
      ]);
      const told = JSON.stringify(data);
      for (const secret of [
        buyer.userId,
        order.order_id,
        delivered.order_id,
        "13912345678",
        "13812345678",
        "放门口",
      ])
        expect(told).not.toContain(secret);
    }
  });

  test.each([
    ["漕溪新苑", "上海市徐汇区"],
    ["天钥桥路380弄 12号", "上海市徐汇区天钥桥路"],
    ["肇嘉浜路1029号 汇银大楼", "上海市徐汇区肇嘉浜路"],
    ["", "上海市徐汇区"],
  ])("of a delivery to %s is a first character and the way to the road: %s", async (place, address) => {
    const order = await newOrder(buyer);
    const sql =
      "update orders set address = jsonb_set(address, '{address}', to_jsonb($2::text)) where id = $1";
    await app.sql(sql, [order.order_id, `上海市 上海市 徐汇区 ${place}`.trim()]);
    expect((await look(order.third_party_order_id)).data).toMatchObject({
      name: "王**",
      phone: "138****5678",
      address,
    });
    await buyer.data(calls.cancel, { body: { order_id: order.order_id } });
  });

  test("is also there under the voucher's number, for as long as its order lives", async () => {
    const { order, voucher } = await redeemed();
    expect((await look(voucher)).data).toMatchObject({ third_party_order_id: order.third_party_order_id });
    await buyer.data(calls.cancel, { body: { order_id: order.order_id } });
    expect(await look(voucher)).toMatchObject({ status: 404, error: "not_found" });
    expect((await look(order.third_party_order_id)).data).toMatchObject({
      status: "cancelled",
      pickup_code: null,
    });
  });

  test("never comes by the number that the owner knows", async () => {
    const { order } = await redeemed();
    for (const id of [order.order_id, order.order_no, "nobody"])
      expect(await look(id)).toMatchObject({ status: 404, error: "not_found" });
    expect(await look("%")).toMatchObject({ status: 400 });
  });
});

test("an order that is over has no number to call out, and is gone after thirty days", async () => {
  const body = pickupWish();
  const order = await buyer.data(calls.create, { body });
  await behave(app, { notify: "lost" });
  await payOrder(app, buyer, order);
  expect((await look(order.third_party_order_id)).data.pickup_code).toMatch(/^Z\d{3}$/);
  app.clock.freeze();
  const steps = ["accepted", "preparing", "ready_for_pickup", "completed"] as const;
  await bring(await newMember(app, "store"), order.order_id, steps);
  app.clock.pass(30 * dayMs - 60_000);
  expect((await look(order.third_party_order_id)).data).toMatchObject({
    status: "completed",
    pickup_code: null,
  });
  app.clock.pass(120_000);
  expect(await look(order.third_party_order_id)).toMatchObject({ status: 404, error: "not_found" });
  app.clock.reset();
});

describe("A15: whoever guesses", () => {
  test("is told to wait after thirty tries in a minute, while others are not", async () => {
    const { order } = await redeemed();
    const { ip } = newPhone();
    for (let nth = 0; nth < publicDetailPerMinute; nth++) expect((await look(newId(), ip)).status).toBe(404);
    const answer = await look(order.third_party_order_id, ip);
    expect(answer).toMatchObject({ status: 429, error: "rate_limited" });
    const wait = Number(answer.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await look(order.third_party_order_id)).status).toBe(200);
    const other = { query: { third_party_order_id: "nobody" }, ip };
    expect((await visitor.call(calls.voucher, other)).status).toBe(404);
  });

  test("cannot lie about the own address", async () => {
    const { ip } = newPhone();
    const query = { third_party_order_id: "nobody" };
    const answers = [];
    for (let nth = 0; nth <= publicDetailPerMinute; nth++)
      answers.push(
        await visitor.call(calls.detailPublic, { query, ip, headers: { "x-forwarded-for": `9.9.9.${nth}` } }),
      );
    expect(answers.map(({ status }) => status).slice(-2)).toEqual([404, 429]);
  });

  test("would have to guess 128 random bits, and finds nothing in a thousand tries from fifty addresses", async () => {
    const found = [];
    for (let nth = 0; nth < 50; nth++) {
      const { ip } = newPhone();
      const answers = await Promise.all(Array.from({ length: 20 }, () => look(newId(), ip)));
      found.push(...answers.filter(({ status }) => status !== 404));
    }
    expect(found).toEqual([]);
  });
});
