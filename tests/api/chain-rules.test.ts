import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { initialSettings, settingsSections } from "#contract/chain-settings/chain-settings.ts";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { chainSettingsEndpoints as endpoints } from "#contract/staff/chain-settings/endpoints.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { type Buyer, createBuyer, createOrder, takeawayOrderForm } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { defaultRestaurantId } from "../support/api/people.ts";
import { saveSettings } from "../support/api/settings.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let agent: Client & { id: string };
let store: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  [admin, agent, store] = await Promise.all([
    createStaffClient(app, "admin"),
    createStaffClient(app, "agent"),
    createStaffClient(app, "store"),
  ]);
});

afterEach(async () => {
  for (const section of settingsSections) await saveSettings(admin, section, initialSettings[section]);
});

afterAll(async () => {
  await app.close();
});

describe("reasons of cancellations", () => {
  const reasonOf = async (buyer: Buyer, reason: number) => {
    const { order_id } = await createOrder(buyer);
    await buyer.data(orderEndpoints.cancel, { body: { order_id, reason } });
    return (await buyer.data(orderEndpoints.detail, { query: { order_id } })).cancel_reason;
  };
  const readReasons = async () => (await admin.data(appEndpoints.settings)).cancel_reasons;

  test("are the head office's, and an order keeps the text", async () => {
    await saveSettings(admin, "orders", { cancel_reasons: [{ number: 1, text: "等太久了" }] });
    const buyer = await createBuyer(app);
    expect(await readReasons()).toEqual([{ number: 1, text: "等太久了" }]);
    expect(await reasonOf(buyer, 1)).toBe("等太久了");
    // Taken away after the page was opened.
    expect(await reasonOf(buyer, 2)).toBe("其他原因");
  });

  test("get new numbers, also where one was taken away, and keep theirs when they return", async () => {
    const initial = initialSettings.orders.cancel_reasons;
    const others = initial.slice(0, 4);
    await saveSettings(admin, "orders", { cancel_reasons: others });
    await saveSettings(admin, "orders", { cancel_reasons: [...others, { number: 5, text: "等太久了" }] });
    const [, , , , added] = await readReasons();
    expect(added?.text).toBe("等太久了");
    expect(added?.number).toBeGreaterThan(5);
    await saveSettings(admin, "orders", { cancel_reasons: initial });
    expect(await readReasons()).toEqual(initial);
  });
});

test("service hours are the head office's", async () => {
  const buyer = await createBuyer(app);
  await saveSettings(admin, "service", { from: "08:30", to: "20:00" });
  expect((await buyer.data(chatEndpoints.state)).hours_text).toBe("08:30-20:00");
});

describe("the chain's conditions of a delivery", () => {
  test("hold for the next quote, and an order at the former sum is refused with the new quote", async () => {
    const buyer = await createBuyer(app);
    const quote = () => buyer.data(orderEndpoints.quote, { body: takeawayOrderForm(buyer) });
    const before = await quote();
    await saveSettings(admin, "delivery", { fee: 750, packing_fee: 100, minutes: 20 });
    const changed = { delivery_fee: 750, packing_fee: 100, delivery_time: "20-35分钟" };
    const body = { ...takeawayOrderForm(buyer), expected_total: before.total_amount };
    const refused = await buyer.call(orderEndpoints.create, { body });
    expect(refused).toMatchObject({ status: 409, error: "price_changed", data: { quote: changed } });
    expect(await quote()).toMatchObject(changed);
  });

  test("are in cached menus and lists of restaurants at once", async () => {
    const buyer = await createBuyer(app);
    const read = async () => {
      const nearest = { query: { lat: 31.1898, lng: 121.437 } };
      const { stores } = (await buyer.data(restaurantEndpoints.list, nearest)).data;
      const items = { query: { restaurant_id: defaultRestaurantId } };
      const [dish] = await buyer.data(menuEndpoints.takeawayItems, items);
      return [stores[0]!.delivery_fee, stores[0]!.free_delivery_from, dish!.delivery_time];
    };
    expect(await read()).toEqual([500, 5_000, "30-45分钟"]);
    await saveSettings(admin, "delivery", { fee: 300, free_from: 4_000, minutes: 25 });
    expect(await read()).toEqual([300, 4_000, "25-40分钟"]);
  });

  test("are refused where delivery would be free before it is possible", async () => {
    expect(await saveSettings(admin, "delivery", { minimum: 6_000 })).toMatchObject({
      status: 422,
      msg: "免配送费的金额不能低于起送金额 ¥60.00",
    });
    await app.sql("update restaurants set free_delivery_from_fen = 3000 where id = 'SH002'");
    expect(await saveSettings(admin, "delivery", { minimum: 4_000 })).toMatchObject({
      status: 422,
      msg: "和食单·上海体育馆店自己的设置矛盾，请先更改门店的配送条件",
    });
    await app.sql("update restaurants set free_delivery_from_fen = null where id = 'SH002'");
    expect((await saveSettings(admin, "delivery", { minimum: 4_000 })).status).toBe(200);
  });
});

test("the chain's conditions of a booking are those of the next slots", async () => {
  const buyer = await createBuyer(app);
  const query = { restaurant_id: defaultRestaurantId };
  await saveSettings(admin, "booking", { slot_minutes: 30, days: 2 });
  const { dates, slots } = await buyer.data(restaurantEndpoints.slots, { query });
  expect(dates.length).toBeLessThanOrEqual(2);
  expect(new Set(slots.map(({ time }) => time.slice(-2)))).toEqual(new Set(["00", "30"]));
  expect(await saveSettings(admin, "booking", { slot_minutes: 7 })).toMatchObject({ status: 422 });
  expect(await saveSettings(admin, "booking", { days: 1, lead_minutes: 1_440 })).toMatchObject({
    status: 422,
  });
});

describe("canned replies", () => {
  test("are every member's to read", async () => {
    const replies = [{ title: "稍等", text: "请稍等，订单 {订单号} 马上就好", situation: "any" as const }];
    await saveSettings(admin, "service", { replies });
    for (const client of [admin, agent, store])
      expect((await client.data(endpoints.work)).replies).toEqual(replies);
  });

  test("with a placeholder that nothing fills are refused", async () => {
    const replies = [{ title: "稍等", text: "{骑手}马上到", situation: "any" as const }];
    expect(await saveSettings(admin, "service", { replies })).toMatchObject({
      status: 422,
      data: { field: "replies.0" },
      msg: "快捷回复“稍等”里的{骑手}无法识别，可用：{品牌}{门店}{订单号}{订单进度}{退款进度}",
    });
  });
});

describe("refunds of agents", () => {
  const refund = async (by: Client, amount: number) => {
    const buyer = await createBuyer(app);
    const { order_id } = await createPaidOrder(app, buyer);
    const body = {
      order_id,
      refund_no: `settings-${order_id}`.slice(0, 32),
      type: "amount" as const,
      amount,
      reason_code: "菜品问题",
    };
    return await by.call(orderEndpoints.refund, { body });
  };

  test("end at the limit at once; admins have none", async () => {
    await saveSettings(admin, "refunds", { agent_max: 500 });
    expect(await refund(agent, 501)).toMatchObject({ status: 403, msg: "单笔退款超过¥5.00，请联系管理员" });
    expect((await refund(agent, 500)).status).toBe(200);
    expect((await refund(admin, 501)).status).toBe(200);
  });

  test("end at the limit of the day", async () => {
    const other = await createStaffClient(app, "agent");
    await app.sql("delete from daily_sums where staff_id = $1", [other.id]);
    await saveSettings(admin, "refunds", { agent_max: 500, agent_daily_max: 800 });
    expect((await refund(other, 500)).status).toBe(200);
    expect(await refund(other, 301)).toMatchObject({ status: 422 });
    expect((await refund(other, 300)).status).toBe(200);
  });
});

describe("restaurants", () => {
  test("may not cancel orders where the head office keeps that to itself", async () => {
    await saveSettings(admin, "restaurants", { reject_orders: false });
    const buyer = await createBuyer(app);
    const { order_id } = await createPaidOrder(app, buyer);
    const cancel = { body: { order_id, to: "cancelled" as const, reason: "打烊了" } };
    const stepsOf = async (by: Client, query: object) =>
      (await by.data(orderEndpoints.board, { query })).list.find((one) => one.order_id === order_id)?.steps;
    expect(await stepsOf(store, {})).not.toContain("cancelled");
    expect(await stepsOf(admin, { restaurant_id: "SH001" })).toContain("cancelled");
    expect(await store.call(orderEndpoints.advance, cancel)).toMatchObject({ status: 403 });
    expect((await admin.call(orderEndpoints.advance, cancel)).status).toBe(200);
  });

  test("may not switch automatic acceptance where the head office keeps that to itself", async () => {
    await saveSettings(admin, "restaurants", { auto_accept: false });
    const body = { auto_accept: false };
    expect(await store.call(staffRestaurantEndpoints.autoAccept, { body })).toMatchObject({
      status: 403,
      msg: "自动接单由总部设置",
    });
    expect((await store.data(staffRestaurantEndpoints.store, { query: {} })).may_set_auto_accept).toBe(false);
    const query = { restaurant_id: "SH001" };
    expect((await admin.data(staffRestaurantEndpoints.store, { query })).may_set_auto_accept).toBe(true);
  });
});
