import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicDetailPerMinute } from "#contract/constants.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { newId } from "#server/platform/security/ids.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import {
  issueVoucher,
  listAvailableSlots,
  pickupOrderForm,
  voucherOrderForm,
} from "../support/api/inStore.ts";
import { advanceOrder, createStaffClient } from "../support/api/orders.ts";
import { payOrder, setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { createPhone } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;
let visitor: Client;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new Client(app.server);
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

const getPublicDetail = (third_party_order_id: string, ip = createPhone().ip) =>
  visitor.call(endpoints.detailPublic, { query: { third_party_order_id }, ip });

/** Creates an order at the counter that a voucher paid for. */
async function createRedeemedOrder(): Promise<{ order: OrderReceipt; voucher: string; time: string }> {
  const voucher = await issueVoucher(app);
  const { time } = (await listAvailableSlots(app))[12]!;
  const body = voucherOrderForm(voucher, {
    booking_time: time,
    contact_phone: "13912345678",
    remark: "不要葱",
  });
  return { order: await buyer.data(endpoints.create, { body }), voucher, time };
}

describe("what strangers see of an order", () => {
  test("is its progress and its dishes, with the pick-up number", async () => {
    const { order, time } = await createRedeemedOrder();
    const { status, data, headers } = await getPublicDetail(order.third_party_order_id);
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

  test("excludes the customer, the remark and the payment", async () => {
    const { order } = await createRedeemedOrder();
    const delivered = await createOrder(buyer, { remark: "放门口", contact_phone: "13812345678" });
    for (const id of [order.third_party_order_id, delivered.third_party_order_id]) {
      const { data } = await getPublicDetail(id);
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
      const json = JSON.stringify(data);
      for (const secret of [
        buyer.userId,
        order.order_id,
        delivered.order_id,
        "13912345678",
        "13812345678",
        "放门口",
      ])
        expect(json).not.toContain(secret);
    }
  });

  test.each([
    ["漕溪新苑", "上海市徐汇区"],
    ["天钥桥路380弄 12号", "上海市徐汇区天钥桥路"],
    ["肇嘉浜路1029号 汇银大楼", "上海市徐汇区肇嘉浜路"],
    ["", "上海市徐汇区"],
  ])("of a delivery to %s is a first character and the way to the road: %s", async (place, address) => {
    const order = await createOrder(buyer);
    const sql =
      "update orders set address = jsonb_set(address, '{address}', to_jsonb($2::text)) where id = $1";
    await app.sql(sql, [order.order_id, `上海市 上海市 徐汇区 ${place}`.trim()]);
    expect((await getPublicDetail(order.third_party_order_id)).data).toMatchObject({
      name: "王**",
      phone: "138****5678",
      address,
    });
    await buyer.data(endpoints.cancel, { body: { order_id: order.order_id } });
  });

  test("is also available under the voucher's number while the order is active", async () => {
    const { order, voucher } = await createRedeemedOrder();
    expect((await getPublicDetail(voucher)).data).toMatchObject({
      third_party_order_id: order.third_party_order_id,
    });
    await buyer.data(endpoints.cancel, { body: { order_id: order.order_id } });
    expect(await getPublicDetail(voucher)).toMatchObject({ status: 404, error: "not_found" });
    expect((await getPublicDetail(order.third_party_order_id)).data).toMatchObject({
      status: "cancelled",
      pickup_code: null,
    });
  });

  test("is never available under the number that the owner uses", async () => {
    const { order } = await createRedeemedOrder();
    for (const id of [order.order_id, order.order_no, "nobody"])
      expect(await getPublicDetail(id)).toMatchObject({ status: 404, error: "not_found" });
    expect(await getPublicDetail("%")).toMatchObject({ status: 400 });
  });
});

test("an order that is over has no pick-up number, and is unavailable after thirty days", async () => {
  const body = pickupOrderForm();
  const order = await buyer.data(endpoints.create, { body });
  await setPaymentBehaviour(app, { notify: "lost" });
  await payOrder(app, buyer, order);
  expect((await getPublicDetail(order.third_party_order_id)).data.pickup_code).toMatch(/^Z\d{3}$/);
  app.clock.freeze();
  const steps = ["accepted", "preparing", "ready_for_pickup", "completed"] as const;
  await advanceOrder(await createStaffClient(app, "store"), order.order_id, steps);
  app.clock.advance(30 * dayMs - 60_000);
  expect((await getPublicDetail(order.third_party_order_id)).data).toMatchObject({
    status: "completed",
    pickup_code: null,
  });
  app.clock.advance(120_000);
  expect(await getPublicDetail(order.third_party_order_id)).toMatchObject({
    status: 404,
    error: "not_found",
  });
  app.clock.reset();
});

describe("a guesser", () => {
  test("must wait after thirty attempts in a minute, while others need not", async () => {
    const { order } = await createRedeemedOrder();
    const { ip } = createPhone();
    for (let nth = 0; nth < publicDetailPerMinute; nth++)
      expect((await getPublicDetail(newId(), ip)).status).toBe(404);
    const response = await getPublicDetail(order.third_party_order_id, ip);
    expect(response).toMatchObject({ status: 429, error: "rate_limited" });
    const wait = Number(response.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await getPublicDetail(order.third_party_order_id)).status).toBe(200);
    const other = { query: { third_party_order_id: "nobody" }, ip };
    expect((await visitor.call(endpoints.voucher, other)).status).toBe(404);
  });

  test("cannot forge the client address", async () => {
    const { ip } = createPhone();
    const query = { third_party_order_id: "nobody" };
    const responses = [];
    for (let nth = 0; nth <= publicDetailPerMinute; nth++)
      responses.push(
        await visitor.call(endpoints.detailPublic, {
          query,
          ip,
          headers: { "x-forwarded-for": `9.9.9.${nth}` },
        }),
      );
    expect(responses.map(({ status }) => status).slice(-2)).toEqual([404, 429]);
  });

  test("faces 128 random bits, and finds nothing in a thousand attempts from fifty addresses", async () => {
    const found = [];
    for (let nth = 0; nth < 50; nth++) {
      const { ip } = createPhone();
      const responses = await Promise.all(Array.from({ length: 20 }, () => getPublicDetail(newId(), ip)));
      found.push(...responses.filter(({ status }) => status !== 404));
    }
    expect(found).toEqual([]);
  });
});
