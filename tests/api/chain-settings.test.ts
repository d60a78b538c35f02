import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { initialSettings, settingsSections } from "#contract/chain-settings/chain-settings.ts";
import { formatSetting, parseSetting } from "#contract/chain-settings/number-settings.ts";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { chainSettingsEndpoints as endpoints } from "#contract/staff/chain-settings/endpoints.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { createBuyer, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { startSecondServer } from "../support/api/SecondServer.ts";
import { readSettings, saveSettings } from "../support/api/settings.ts";
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

describe("a section", () => {
  test("holds its initial value until it is saved, then keeps every version", async () => {
    const before = await readSettings(admin, "refunds");
    const saved = await saveSettings(admin, "refunds", { agent_max: 30_000 });
    expect(saved.data).toMatchObject({ version: before.version + 1, value: { agent_max: 30_000 } });
    const { list } = await admin.data(endpoints.history, { query: { section: "refunds" } });
    expect(list[0]).toMatchObject({ version: before.version + 1, value: { agent_max: 30_000 } });
    expect(list[0]?.changed_by).not.toBe("");
  });

  test("that did not change gets no new version", async () => {
    const before = await readSettings(admin, "refunds");
    expect((await saveSettings(admin, "refunds", {})).data.version).toBe(before.version);
  });

  test("that another admin saved meanwhile is refused with its current value", async () => {
    const { version, value } = await readSettings(admin, "refunds");
    await saveSettings(admin, "refunds", { agent_max: 11_100 });
    const late = await admin.call(endpoints.save, { body: { section: "refunds", version, value } });
    expect(late).toMatchObject({ status: 409, error: "conflict" });
    expect(late.data).toMatchObject({ current: { version: version + 1, value: { agent_max: 11_100 } } });
  });

  test("saved by two at once takes one of them", async () => {
    const { version, value } = await readSettings(admin, "refunds");
    const save = (agent_max: number) =>
      admin.call(endpoints.save, { body: { section: "refunds", version, value: { ...value, agent_max } } });
    const answers = await Promise.all([1, 2, 3, 4].map((yuan) => save(yuan * 100)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const kept = answers.find(({ status }) => status === 200)!.data;
    expect(await readSettings(admin, "refunds")).toEqual(kept);
    for (const { status, data } of answers)
      if (status === 409) expect(data).toEqual({ error: "conflict", current: kept });
  });

  test("is in the audit log with what it held before", async () => {
    await saveSettings(admin, "refunds", { agent_max: 25_000 });
    const { list } = await admin.data(adminEndpoints.audit, { query: { action: "settings.save" } });
    expect(list[0]?.target).toBe("refunds");
    expect(JSON.parse(list[0]?.detail ?? "")).toEqual({ changed: "客服单次退款上限 200元 → 250元" });
  });

  test.each([
    [{ agent_max: -1 }, 400, "客服单次退款上限应为 0 到 100000元"],
    [{ agent_max: 10.5 }, 400, "客服单次退款上限应为 0 到 100000元"],
    [{ agent_max: "200" }, 400, "客服单次退款上限应为 0 到 100000元"],
    [{ agent_max: 500_000, agent_daily_max: 400_000 }, 422, "单次退款上限不能高于每日退款上限"],
  ])("refuses %j", async (changes, status, message) => {
    const response = await saveSettings(admin, "refunds", changes as never);
    expect(response).toMatchObject({ status, msg: message });
  });

  test("refuses unknown fields, missing ones, texts without content, and what is no section", async () => {
    const { version, value } = await readSettings(admin, "orders");
    const save = (section: string, changed: unknown) =>
      admin.call(endpoints.save, { body: { section, version, value: changed } as never });
    expect(await save("orders", { ...value, more: 1 })).toMatchObject({
      status: 400,
      msg: "提交了不支持的内容",
    });
    expect(await save("orders", {})).toMatchObject({ status: 400, msg: "请输入取消原因" });
    const empty = { cancel_reasons: [{ number: 1, text: "" }] };
    expect(await save("orders", empty)).toMatchObject({ status: 400, msg: "请输入取消原因" });
    const twice = {
      cancel_reasons: [
        { number: 1, text: "太慢" },
        { number: 2, text: "太慢" },
      ],
    };
    expect(await save("orders", twice)).toMatchObject({ status: 422, msg: "取消原因“太慢”重复" });
    expect(await save("nothing", value)).toMatchObject({ status: 400 });
  });
});

test("a change is known to another process within two seconds", async () => {
  const second = await startSecondServer(app);
  try {
    const reasons = [{ number: 7, text: "等太久了" }];
    await saveSettings(admin, "orders", { cancel_reasons: reasons });
    const savedAt = performance.now();
    const read = async () => (await fetch(`${second.url}${appEndpoints.settings.path}`)).json();
    await expect
      .poll(read, { timeout: 10_000, interval: 20 })
      .toMatchObject({ data: { cancel_reasons: reasons } });
    expect(performance.now() - savedAt).toBeLessThan(2_000);
  } finally {
    await second.close();
  }
});

test("customers choose from the head office's reasons, and an order keeps the text", async () => {
  await saveSettings(admin, "orders", { cancel_reasons: [{ number: 7, text: "等太久了" }] });
  const buyer = await createBuyer(app);
  expect((await buyer.data(appEndpoints.settings)).cancel_reasons).toEqual([{ number: 7, text: "等太久了" }]);
  const reasonOf = async (reason: number) => {
    const { order_id } = await createOrder(buyer);
    await buyer.data(orderEndpoints.cancel, { body: { order_id, reason } });
    return (await buyer.data(orderEndpoints.detail, { query: { order_id } })).cancel_reason;
  };
  expect(await reasonOf(7)).toBe("等太久了");
  // Taken away after the page was opened.
  expect(await reasonOf(1)).toBe("其他原因");
});

test("service hours are the head office's", async () => {
  const buyer = await createBuyer(app);
  await saveSettings(admin, "service", { from: "08:30", to: "20:00" });
  expect((await buyer.data(chatEndpoints.state)).hours_text).toBe("08:30-20:00");
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
      msg: "快捷回复“稍等”里的{骑手}无法识别，可用：{门店}{订单号}{订单进度}{退款进度}",
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

test("amounts and distances are typed in yuan and kilometres", () => {
  expect(formatSetting(2_050, "yuan")).toBe("20.5");
  expect(parseSetting("20.5", "yuan")).toBe(2_050);
  expect(parseSetting("0.1", "yuan")).toBe(10);
  expect(parseSetting("20.555", "yuan")).toBeNull();
  expect(parseSetting("", "yuan")).toBeNull();
  expect(parseSetting("十", "points")).toBeNull();
  expect(parseSetting("1.5", "km")).toBe(1_500);
});
