import type { FrameLocator, Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { createStaffToken } from "./support/staff.ts";
import { startEnvironment, startOwnEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

afterEach(async () => {
  await environment.close();
});

/** In Lanzhou, where the demo chain has no restaurant: a kilometre and six kilometres east of the new one. */
const near = { name: "东方红广场", location: "103.841000,36.060000", cityname: "兰州市" };
const far = { name: "兰州大学", location: "103.900000,36.060000", cityname: "兰州市" };

/** Opens the form of a new restaurant, filled in but for its place. */
async function openForm(expected?: RegExp): Promise<{ admin: Phone; dialog: Locator; map: FrameLocator }> {
  const service_token = await createStaffToken(environment, "13900000003");
  const storage = storageState(environment, { service_token });
  const admin = await environment.phone({ width: 1440, height: 900, storage, ...(expected && { expected }) });
  await admin.open("/admin/restaurants");
  await admin.button("新开门店").click();
  const dialog = admin.page.getByRole("dialog", { name: "新开门店" });
  for (const [label, text] of [
    ["门店编号", "LZ001"],
    ["门店名称", "食单·兰州店"],
    ["电话", "0931-5550188"],
    ["城市", "兰州市"],
    ["城市代码", "620100"],
    ["区县", "城关区"],
    ["地址", "东岗西路 1 号"],
    ["周一第 1 段开始", "00:00"],
    ["周一第 1 段结束", "00:00"],
  ] as const)
    await field(dialog, label).fill(text);
  await dialog.getByRole("button", { name: "每天都和周一一样" }).click();
  return { admin, dialog, map: admin.page.frameLocator('iframe[title="门店位置和配送范围"]') };
}

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const readNumber = async (dialog: Locator, label: string) => Number(await field(dialog, label).inputValue());
const readCorners = async (dialog: Locator) =>
  (await field(dialog, "配送范围").inputValue()).split("\n").filter((line) => line !== "");
const save = async (dialog: Locator) => {
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
};

/** Drags a marker of the map with the mouse. */
async function drag(page: Page, marker: Locator, dx: number, dy: number): Promise<void> {
  await marker.scrollIntoViewIfNeeded();
  const box = await marker.boundingBox();
  if (box === null) throw new Error("the marker is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

/** Opens the takeaway menu at a place and waits for a text. */
async function expectAt(place: typeof near, text: string): Promise<void> {
  const { token } = await createCustomer(environment, place);
  const phone = await environment.phone({ storage: storageState(environment, { token }) });
  await phone.open("/takeaway-menu");
  await phone.page.getByText(text).first().waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("a circle and then a polygon are drawn on the map, and decide which customers see the restaurant", async () => {
  environment = await startEnvironment();
  const { admin, dialog, map } = await openForm();
  const { page } = admin;
  // A click sets a first place; numbers move the pin.
  await map.locator("#map img").first().waitFor();
  await map.locator("#map").click({ position: { x: 300, y: 180 } });
  await map.locator(".pin").waitFor();
  expect(await readNumber(dialog, "经度")).toBeGreaterThan(73);
  await field(dialog, "经度").fill("103.83");
  await field(dialog, "纬度").fill("36.06");
  const radiusKnob = map.getByTitle("拖动调整配送半径");
  await drag(page, radiusKnob, -40, 0);
  await expect.poll(() => readNumber(dialog, "配送半径（米）")).toBeLessThan(4_500);
  const radius = await readNumber(dialog, "配送半径（米）");
  expect(radius).toBeGreaterThan(1_500);
  await drag(page, map.getByTitle("门店位置，拖动调整"), 3, 0);
  await drag(page, map.getByTitle("门店位置，拖动调整"), 6, 0);
  await expect.poll(() => readNumber(dialog, "经度")).toBeGreaterThan(103.83);
  expect(await seriousFindings(page)).toEqual([]);
  await save(dialog);
  const [row] = await environment.queryRows(
    "select delivery_radius_m, delivery_polygon, lng from restaurants where id = 'LZ001'",
  );
  expect(row).toMatchObject({ delivery_radius_m: radius, delivery_polygon: null });
  expect(Math.abs(row?.lng - 103.83)).toBeLessThan(0.01);
  await expectAt(near, "食单·兰州店");
  await expectAt(far, "附近暂无可用餐厅");

  await page.getByRole("searchbox", { name: "门店编号、名称或地址" }).fill("LZ001");
  await admin.button("编辑 食单·兰州店").click();
  const editing = page.getByRole("dialog", { name: "编辑 食单·兰州店" });
  await editing.getByRole("radio", { name: "多边形" }).check();
  const corner = map.getByTitle("拖动移动顶点，双击删除");
  await expect.poll(() => corner.count()).toBe(6);
  // The corner in the east, over the customer who is far.
  await drag(page, corner.first(), 200, 0);
  await expect
    .poll(async () => Number((await readCorners(editing))[0]?.split(",")[0]))
    .toBeGreaterThan(103.91);
  await drag(page, map.getByTitle("拖动增加顶点").nth(2), -20, -10);
  await expect.poll(async () => (await readCorners(editing)).length).toBe(7);
  await expect.poll(() => corner.count()).toBe(7);
  await corner.nth(3).dblclick();
  await expect.poll(async () => (await readCorners(editing)).length).toBe(6);
  await editing.getByRole("button", { name: "看全范围" }).click();
  expect(await seriousFindings(page)).toEqual([]);
  // What was drawn comes back after a look at the circle.
  const drawn = await readCorners(editing);
  await editing.getByRole("radio", { name: "圆形，按半径" }).check();
  expect(await readCorners(editing)).toEqual([]);
  await editing.getByRole("radio", { name: "多边形" }).check();
  expect(await readCorners(editing)).toEqual(drawn);
  await save(editing);
  const [saved] = await environment.queryRows("select delivery_polygon from restaurants where id = 'LZ001'");
  expect(saved?.delivery_polygon.map((point: number[]) => point.join(","))).toEqual(drawn);
  await expectAt(far, "食单·兰州店");
  await expectAt(near, "食单·兰州店");
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});

test("by keyboard corners are typed; edges that cross are refused, and the map shows what is typed", async () => {
  environment = await startEnvironment();
  const { admin, dialog, map } = await openForm(/status of 422/);
  const { page } = admin;
  await field(dialog, "经度").fill("103.83");
  await field(dialog, "纬度").fill("36.06");
  await dialog.getByRole("radio", { name: "圆形，按半径" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await readCorners(dialog)).length).toBe(6);
  await field(dialog, "配送范围").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("103.8,36.03\n103.86,36.09\n103.86,36.03\n103.8,36.09");
  await expect.poll(() => map.getByTitle("拖动移动顶点，双击删除").count()).toBe(4);
  // Told while drawing, and by the server too.
  const told = dialog.getByRole("alert").getByText("配送范围的边不能交叉或重叠");
  await told.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "保存" }).press("Enter");
  await expect.poll(() => told.count()).toBe(2);
  await field(dialog, "配送范围").fill("103.8,36.03\n103.86,36.03\n103.86,36.09\n103.8,36.09");
  await expect.poll(() => told.count()).toBe(0);
  await dialog.getByRole("button", { name: "保存" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expectAt(near, "食单·兰州店");
  await expectAt(far, "附近暂无可用餐厅");
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});

test("a map that cannot be opened is said, tried again, and needed for nothing", async () => {
  environment = await startEnvironment();
  await setSandboxBehaviour(environment, "amap", { mode: "fail" });
  const { admin, dialog, map } = await openForm(/status of 502/);
  await dialog.getByText("地图打不开，可以直接填写坐标、半径和顶点").waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  await setSandboxBehaviour(environment, "amap", { mode: "ok" });
  await dialog.getByRole("button", { name: "重试" }).click();
  await map.locator("#map img").first().waitFor();
  // The service is there, and silent.
  await setSandboxBehaviour(environment, "amap", { mode: "slow", delay_ms: 60_000 });
  await dialog.getByRole("button", { name: "取消" }).click();
  await dialog.waitFor({ state: "hidden" });
  await admin.button("新开门店").click();
  await dialog.getByText("正在打开地图…").waitFor();
  await dialog.getByText("地图打不开，可以直接填写坐标、半径和顶点").waitFor();
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});

test("without a key there is no map, and numbers are enough", async () => {
  environment = await startOwnEnvironment({ MAPS_BROWSER_KEY: "" });
  const { admin, dialog } = await openForm();
  await dialog.getByText("没有开通地图，请直接填写坐标、半径和顶点").waitFor();
  expect(await admin.page.locator("iframe").count()).toBe(0);
  await field(dialog, "经度").fill("103.83");
  await field(dialog, "纬度").fill("36.06");
  await field(dialog, "配送半径（米）").fill("2000");
  expect(await seriousFindings(admin.page)).toEqual([]);
  await save(dialog);
  await expectAt(near, "食单·兰州店");
  await expectAt(far, "附近暂无可用餐厅");
  expect(admin.unexpectedErrors).toEqual([]);
  await admin.close();
});
