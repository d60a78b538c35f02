import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { initialSettings, settingsSections } from "#contract/chain-settings/chain-settings.ts";
import { formatSetting, parseSetting } from "#contract/chain-settings/number-settings.ts";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { chainSettingsEndpoints as endpoints } from "#contract/staff/chain-settings/endpoints.ts";
import type { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startSecondServer } from "../support/api/SecondServer.ts";
import { readSettings, saveSettings } from "../support/api/settings.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
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

  test("that is saved twice with the same values, as after a lost answer, is no conflict", async () => {
    const { version, value } = await readSettings(admin, "refunds");
    const body = { section: "refunds" as const, version, value: { ...value, agent_max: 12_300 } };
    const first = await admin.call(endpoints.save, { body });
    expect(await admin.call(endpoints.save, { body })).toMatchObject({ status: 200, data: first.data });
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
    const { cancel_reasons: _reasons, ...others } = value;
    expect(await save("orders", others)).toMatchObject({ status: 400, msg: "请输入取消原因" });
    const empty = { ...others, cancel_reasons: [{ number: 1, text: "" }] };
    expect(await save("orders", empty)).toMatchObject({ status: 400, msg: "请输入取消原因" });
    const twice = {
      ...others,
      cancel_reasons: [
        { number: 1, text: "太慢" },
        { number: 2, text: "太慢" },
      ],
    };
    expect(await save("orders", twice)).toMatchObject({ status: 422, msg: "取消原因“太慢”重复" });
    expect(await save("nothing", value)).toMatchObject({ status: 400 });
  });
});

test("the number of customer service reaches customers, and is a number", async () => {
  expect((await admin.data(appEndpoints.settings)).service_phone).toBe("");
  await saveSettings(admin, "service", { phone: "400-820-1234" });
  expect((await admin.data(appEndpoints.settings)).service_phone).toBe("400-820-1234");
  for (const phone of ["电话", "400 820", "-400", "12"])
    expect(await saveSettings(admin, "service", { phone })).toMatchObject({
      status: 422,
      data: { field: "phone" },
    });
});

test("a change is known to another process within two seconds", async () => {
  const second = await startSecondServer(app);
  try {
    const reasons = [{ number: 1, text: "等太久了" }];
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

test("amounts and distances are typed in yuan and kilometres", () => {
  expect(formatSetting(2_050, "yuan")).toBe("20.5");
  expect(parseSetting("20.5", "yuan")).toBe(2_050);
  expect(parseSetting("0.1", "yuan")).toBe(10);
  expect(parseSetting("20.555", "yuan")).toBeNull();
  expect(parseSetting("", "yuan")).toBeNull();
  expect(parseSetting("十", "points")).toBeNull();
  expect(parseSetting("1.5", "km")).toBe(1_500);
});
