import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { orderEndpoints as calls } from "#contract/order/endpoints.ts";
import { newBuyer } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { newVoucher, offeredSlots, voucherWish } from "../support/api/inStore.ts";
import { bring, newMember } from "../support/api/kitchen.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const minute = 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** A redeemed meal, to be had at once or at a slot, with all that its customer and others see of it. */
async function redeem(more: { booking_time?: string } = {}) {
  const buyer = await newBuyer(app);
  const body = voucherWish(await newVoucher(app), { contact_phone: "13912345678", ...more });
  const order = await buyer.data(calls.create, { body });
  const query = { order_id: order.order_id };
  const visitor = new Client(app.server);
  const shared = { third_party_order_id: order.third_party_order_id };
  const look = async () => {
    const detail = await buyer.data(calls.detail, { query });
    const { list } = await buyer.data(calls.list, { query: {} });
    const seen = await visitor.data(calls.detailPublic, { query: shared });
    return {
      estimate: detail.estimated_at,
      isLate: [detail.is_late, list[0]?.is_late, seen.is_late],
    };
  };
  return { orderId: order.order_id, look };
}

const onTime = [false, false, false];
const late = [true, true, true];

test("an estimate is promised until it is past; then the order is late until the meal is there", async () => {
  app.clock.freeze();
  const { orderId, look } = await redeem();
  const at = new Date(app.clock.now().getTime() + 15 * minute);
  expect(await look()).toEqual({ estimate: at.toISOString(), isLate: onTime });
  app.clock.pass(15 * minute);
  expect(await look()).toEqual({ estimate: null, isLate: late });
  const member = await newMember(app, "store");
  await bring(member, orderId, ["accepted", "preparing", "ready_for_pickup"]);
  expect(await look()).toEqual({ estimate: null, isLate: onTime });
});

test("a booked time is promised until it is past", async () => {
  app.clock.freeze();
  const { time } = (await offeredSlots(app))[3]!;
  const { look } = await redeem({ booking_time: time });
  const at = new Date(`${time.replace(" ", "T")}:00+08:00`);
  expect(await look()).toEqual({ estimate: at.toISOString(), isLate: onTime });
  app.clock.pass(at.getTime() - app.clock.now().getTime());
  expect(await look()).toEqual({ estimate: null, isLate: late });
});
