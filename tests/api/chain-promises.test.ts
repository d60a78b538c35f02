import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { initialSettings, settingsSections } from "#contract/chain-settings/chain-settings.ts";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import {
  type Buyer,
  createBuyer,
  createIdempotencyKey,
  createOrder,
  takeawayOrderForm,
} from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import {
  addPoints,
  createQualifiedGuest,
  grantDueRewards,
  listPointMovements,
  refundOrder,
} from "../support/api/invites.ts";
import { advanceOrder, createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { payOrder } from "../support/api/paymentProvider.ts";
import { saveSettings } from "../support/api/settings.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;
let admin: Client & { id: string };
let store: Client & { id: string };
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  [admin, store] = await Promise.all([createStaffClient(app, "admin"), createStaffClient(app, "store")]);
});

beforeEach(async () => {
  buyer = await createBuyer(app);
});

afterEach(async () => {
  app.clock.reset();
  for (const section of settingsSections) await saveSettings(admin, section, initialSettings[section]);
});

afterAll(async () => {
  await app.close();
});

const getDetail = (orderId: string) => buyer.data(orderEndpoints.detail, { query: { order_id: orderId } });

describe("orders", () => {
  test("have the time to pay, and the number of unpaid ones, that hold when they are placed", async () => {
    const before = await createOrder(buyer);
    await saveSettings(admin, "orders", { pay_minutes: 5, unpaid_max: 2 });
    const after = await createOrder(buyer);
    expect([before.pay_remain_seconds, after.pay_remain_seconds]).toEqual([900, 300]);
    expect((await getDetail(before.order_id)).pay_remain_seconds).toBeGreaterThan(800);
    const third = await buyer.call(orderEndpoints.create, { body: takeawayOrderForm(buyer) });
    expect(third).toMatchObject({ status: 409, error: "too_many_unpaid" });
  });

  test("keep the time in which their customer may cancel", async () => {
    const before = await createPaidOrder(app, buyer);
    await saveSettings(admin, "orders", { cancel_seconds: 0 });
    const after = await createPaidOrder(app, buyer);
    for (const { order_id } of [before, after]) await advanceOrder(store, order_id, ["accepted"]);
    expect((await getDetail(before.order_id)).actions).toContain("cancel");
    expect((await getDetail(after.order_id)).actions).toContain("apply_refund");
  });

  test("keep the days in which a refund may be requested", async () => {
    const before = await createPaidOrder(app, buyer);
    await saveSettings(admin, "refunds", { request_days: 1 });
    const after = await createPaidOrder(app, buyer);
    for (const { order_id } of [before, after])
      await advanceOrder(store, order_id, ["accepted", "preparing", "delivering", "completed"]);
    app.clock.advance(2 * dayMs);
    expect((await getDetail(before.order_id)).actions).toContain("apply_refund");
    expect((await getDetail(after.order_id)).actions).not.toContain("apply_refund");
  });

  test("are accepted after the time that held for them", async () => {
    await saveSettings(admin, "orders", { auto_accept_seconds: 300, unaccepted_minutes: 10 });
    const { order_id } = await createPaidOrder(app, buyer);
    app.clock.advance(299_000);
    await app.sweep("due-orders");
    expect((await getDetail(order_id)).status).toBe("paid");
    app.clock.advance(2_000);
    await app.sweep("due-orders");
    expect((await getDetail(order_id)).status).toBe("accepted");
  });
});

describe("points", () => {
  test("are earned, and taken back, at the rate at which an order was placed", async () => {
    const before = await createOrder(buyer);
    await saveSettings(admin, "points", { per_yuan: 2 });
    const after = await createOrder(buyer);
    for (const order of [before, after]) await payOrder(app, buyer, order);
    expect((await getDetail(before.order_id)).points_earned).toBe(33);
    expect((await getDetail(after.order_id)).points_earned).toBe(66);
    await saveSettings(admin, "points", { per_yuan: 5 });
    await refundOrder(app, after.order_id, 1_100);
    expect((await getDetail(after.order_id)).points_earned).toBe(44);
  });

  test("pay what the rules allow when an order is placed", async () => {
    await addPoints(app, buyer.userId, 2_000, "earn");
    const offerOf = async () =>
      (await buyer.data(orderEndpoints.quote, { body: takeawayOrderForm(buyer) })).points;
    expect(await offerOf()).toMatchObject({ usable: 1_650, minimum: 100 });
    await saveSettings(admin, "points", { spend_percent: 10, spend_minimum: 300 });
    expect(await offerOf()).toMatchObject({ usable: 330, minimum: 300 });
    await saveSettings(admin, "points", { spend_percent: 5 });
    expect(await offerOf()).toMatchObject({ usable: 0, minimum: 300 });
    expect((await buyer.data(pointsEndpoints.account)).rules).toMatchObject({ spend_percent: 5 });
  });
});

describe("rewards for invites", () => {
  test("are those that held when the friend was bound, also when they are taken back", async () => {
    const { guest, orderId } = await createQualifiedGuest(app, buyer);
    await saveSettings(admin, "invites", { inviter_points: 50, invitee_points: 0, delay_days: 1 });
    const later = await createBuyer(app);
    const second = await createQualifiedGuest(app, later);
    await grantDueRewards(app, 1 * dayMs + 1_000);
    expect(await listPointMovements(app, later.userId)).toEqual([["invite", 50]]);
    expect(await listPointMovements(app, second.guest.userId)).toEqual([]);
    expect(await listPointMovements(app, buyer.userId)).toEqual([]);
    await grantDueRewards(app);
    expect(await listPointMovements(app, buyer.userId)).toEqual([["invite", 500]]);
    expect(await listPointMovements(app, guest.userId)).toEqual([["invite", 200]]);
    await refundOrder(app, orderId, "all");
    expect(await listPointMovements(app, buyer.userId)).toEqual([
      ["invite", 500],
      ["reverse", -500],
    ]);
  });

  test("and the days for a code are told as they stand", async () => {
    await saveSettings(admin, "invites", { inviter_points: 300, bind_days: 3 });
    expect(await buyer.data(inviteEndpoints.stats)).toMatchObject({
      rewards: { inviter_points: 300, invitee_points: 200, minimum_order: 2_000, delay_days: 7 },
      bind_days: 3,
    });
  });
});

test.each([
  ["points", { pending_days: 20, valid_months: 1 }, "积分要在到期前生效：请缩短生效时间，或延长有效期"],
  ["points", { spend_percent: 100 }, "最多抵餐品金额的应为 1 到 99%"],
  ["orders", { auto_accept_seconds: 300 }, "自动接单等待应比未接单自动取消至少短 1 分钟"],
  ["withdrawals", { minimum: 3_000, daily_max: 2_000 }, "每次至少不能高于每天最多"],
  ["withdrawals", { minimum: 100, fee: 100 }, "手续费应低于每次至少提现的金额"],
] as const)("%s refuse %j", async (section, changes, msg) => {
  expect(await saveSettings(admin, section, changes)).toMatchObject({ msg });
});

test("a withdrawal with another fee than the customer saw is refused", async () => {
  await addPoints(app, buyer.userId, 5_000, "invite");
  await saveSettings(admin, "withdrawals", { fee: 200 });
  const body = { points: 1_000, expected_fee: 0, client_key: createIdempotencyKey() };
  expect(await buyer.call(withdrawalEndpoints.withdraw, { body })).toMatchObject({
    error: "withdrawal_limit",
    msg: "手续费已改为¥2.00，请返回确认后再提交",
  });
});

test("a withdrawal keeps the fee with which it was requested", async () => {
  await addPoints(app, buyer.userId, 5_000, "invite");
  await saveSettings(admin, "withdrawals", { minimum: 500, fee: 100 });
  const body = { points: 600, client_key: createIdempotencyKey() };
  expect(await buyer.data(withdrawalEndpoints.withdraw, { body })).toMatchObject({ fee: 100, amount: 500 });
  await saveSettings(admin, "withdrawals", { fee: 300 });
  const { list, rules } = await buyer.data(withdrawalEndpoints.list);
  expect(list[0]).toMatchObject({ fee: 100, amount: 500 });
  expect(rules).toMatchObject({ minimum: 500, daily_maximum: 20_000, fee: 300 });
});
