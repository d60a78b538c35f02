import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { createBuyer } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { issueVoucher, listAvailableSlots, voucherOrderForm } from "../support/api/inStore.ts";
import { advanceOrder, createStaffClient } from "../support/api/orders.ts";
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

/** Creates a redeemed order, as soon as possible or booked, with the views of its customer and of others. */
async function createRedeemedOrder(overrides: { booking_time?: string } = {}) {
  const buyer = await createBuyer(app);
  const body = voucherOrderForm(await issueVoucher(app), { contact_phone: "13912345678", ...overrides });
  const order = await buyer.data(endpoints.create, { body });
  const query = { order_id: order.order_id };
  const visitor = new Client(app.server);
  const shared = { third_party_order_id: order.third_party_order_id };
  const look = async () => {
    const detail = await buyer.data(endpoints.detail, { query });
    const { list } = await buyer.data(endpoints.list, { query: {} });
    const seen = await visitor.data(endpoints.detailPublic, { query: shared });
    return {
      estimate: detail.estimated_at,
      isLate: [detail.is_late, list[0]?.is_late, seen.is_late],
    };
  };
  return { orderId: order.order_id, look };
}

const onTime = [false, false, false];
const late = [true, true, true];

test("an estimate is shown until it is past; then the order is late until the food is ready", async () => {
  app.clock.freeze();
  const { orderId, look } = await createRedeemedOrder();
  const at = new Date(app.clock.now().getTime() + 15 * minute);
  expect(await look()).toEqual({ estimate: at.toISOString(), isLate: onTime });
  app.clock.advance(15 * minute);
  expect(await look()).toEqual({ estimate: null, isLate: late });
  const member = await createStaffClient(app, "store");
  await advanceOrder(member, orderId, ["accepted", "preparing", "ready_for_pickup"]);
  expect(await look()).toEqual({ estimate: null, isLate: onTime });
});

test("a booked time is shown until it is past", async () => {
  app.clock.freeze();
  const { time } = (await listAvailableSlots(app))[3]!;
  const { look } = await createRedeemedOrder({ booking_time: time });
  const at = new Date(`${time.replace(" ", "T")}:00+08:00`);
  expect(await look()).toEqual({ estimate: at.toISOString(), isLate: onTime });
  app.clock.advance(at.getTime() - app.clock.now().getTime());
  expect(await look()).toEqual({ estimate: null, isLate: late });
});
