import { afterAll, beforeAll, expect, test } from "vitest";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { toLocalTime } from "./support/booking.ts";
import { storageState } from "./support/customer.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const dayMs = 86_400_000;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

async function openStaffPage(number: string, path: string, expected?: RegExp): Promise<Phone> {
  const service_token = await createStaffToken(environment, number);
  const storage = storageState(environment, { service_token });
  const size = { width: 1280, height: 720 };
  const screen = await environment.phone({ ...size, storage, ...(expected && { expected }) });
  await screen.open(path);
  return screen;
}

test("the head office sets lunch and dinner, a day off, and customers read them", async () => {
  const date = toLocalTime(new Date(Date.now() + dayMs)).slice(0, 10);
  const admin = await openStaffPage("13900000003", "/admin/restaurants?keyword=SH001", /status of 422/);
  const { page } = admin;
  await admin.button("编辑 食单·徐家汇店").click();
  const dialog = page.getByRole("dialog", { name: "编辑 食单·徐家汇店" });
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  const type = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
  await type("周一第 1 段开始", "10:00");
  await type("周一第 1 段结束", "14:00");
  await press("周一添加时段");
  await type("周一第 2 段开始", "13:00");
  await type("周一第 2 段结束", "21:00");
  await press("每天都和周一一样");
  await press("添加特殊日期");
  await press("保存");
  await dialog.getByText("请选择日期").waitFor();
  await type("第 1 个特殊日期", date);
  await press("保存");
  await dialog.getByText("周一的营业时间有重叠").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await type("周一第 2 段开始", "17:00");
  await press("每天都和周一一样");
  await press("保存");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("每天 10:00-14:00、17:00-21:00").waitFor();
  const [row] = await environment.queryRows(
    "select week_hours, special_days from restaurants where id = 'SH001'",
  );
  expect(row).toEqual({
    week_hours: everyDay(["10:00", "14:00"], ["17:00", "21:00"]),
    special_days: [{ date, spans: [] }],
  });
  const phone = await environment.phone();
  await phone.open("/restaurant-select?type=pickup");
  await phone.page.getByText("10:00-14:00、17:00-21:00").first().waitFor();
  expect([...admin.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await admin.close();
  await phone.close();
});

test("a restaurant closes for today and opens again, and customers see both", async () => {
  await environment.queryRows(
    "update restaurants set week_hours = $1, special_days = '[]' where id = 'SH001'",
    [JSON.stringify(everyDay(["00:00", "24:00"]))],
  );
  const board = await openStaffPage("13900000002", "/admin/orders");
  const { page } = board;
  await board.button("今日营业时间").click();
  const dialog = page.getByRole("dialog", { name: "今天的营业时间" });
  await dialog.getByText(/平时是：24小时营业/).waitFor();
  await dialog.getByRole("button", { name: "移除今天的第 1 段" }).click();
  await dialog.getByText("休息", { exact: true }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("休息中").first().waitFor();
  const phone = await environment.phone();
  // The menu is cached until the database's notification arrives, which takes a moment.
  const isClosed = async () => {
    await phone.open("/menu?restaurant_id=SH001");
    const note = phone.page.getByText("门店休息中，营业时间 今日休息，明天 24小时营业，可预约");
    return await note.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isClosed).toBe(true);
  await board.button("今日营业时间").click();
  await dialog.getByRole("button", { name: "恢复平时的时间" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("营业中").first().waitFor();
  await expect.poll(isClosed).toBe(false);
  expect([...board.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await board.close();
  await phone.close();
});
