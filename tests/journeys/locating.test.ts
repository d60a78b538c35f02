import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Phone, PhoneOptions } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { pauseClock } from "./support/pauseClock.ts";
import { setSandboxBehaviour } from "./support/sandbox.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
const failedText = "定位失败，请手动输入城市";
const expectedErrors = /Failed to load resource|locating failed|MIME type|Refused to execute/;

beforeAll(async () => {
  environment = await startEnvironment();
});

beforeEach(async () => {
  await setSandboxBehaviour(environment, "amap", { mode: "ok" });
});

afterAll(async () => {
  await environment.close();
});

async function openAddressBook(
  options: PhoneOptions,
  prepare: (phone: Phone) => Promise<unknown>,
): Promise<Phone> {
  const { token } = await createCustomer(environment, null);
  const phone = await environment.phone({
    storage: storageState(environment, { token }),
    expected: expectedErrors,
    ...options,
  });
  await prepare(phone);
  await phone.open("/address-select");
  await phone.button("新增地址").click();
  return phone;
}

async function expectFallback(phone: Phone, text: string): Promise<void> {
  const { page } = phone;
  await page.getByText(text).waitFor();
  await expect.poll(() => page.getByLabel("城市").inputValue()).toBe("北京");
  await page.getByLabel("关键词").fill("望京");
  await page.getByLabel("关键词").press("Enter");
  await page
    .getByRole("dialog", { name: "搜索地址" })
    .getByRole("listitem")
    .getByText(/望京/)
    .first()
    .waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
}

test("without a location the search begins in the city of the last visit, else in one of the chain's", async () => {
  await environment.queryRows("update restaurants set closed_at = now() where gb_city_code = '110100'");
  try {
    const phone = await openAddressBook({ position: null }, async () => undefined);
    await phone.page.getByLabel("详细地址").click();
    await expect.poll(() => phone.page.getByLabel("城市").inputValue()).toBe("上海");
    await phone.close();
  } finally {
    await environment.queryRows("update restaurants set closed_at = null where gb_city_code = '110100'");
  }
  const last = { city: "杭州", position: { lat: 30.27, lng: 120.15 } };
  const returning = await openAddressBook({ position: null }, ({ page }) =>
    page.addInitScript((text) => localStorage.setItem("last_position", text), JSON.stringify(last)),
  );
  await returning.page.getByLabel("详细地址").click();
  await expect.poll(() => returning.page.getByLabel("城市").inputValue()).toBe("杭州");
  await returning.close();
});

test("a visitor who denies the location gets Beijing and can type the city", async () => {
  const phone = await openAddressBook({ position: null }, async () => undefined);
  await phone.page.getByLabel("详细地址").click();
  await expectFallback(phone, failedText);
});

test("a browser without geolocation says so and uses Beijing", async () => {
  const phone = await openAddressBook({ position: null }, ({ page }) =>
    page.addInitScript(() => Object.defineProperty(Navigator.prototype, "geolocation", { value: undefined })),
  );
  await phone.page.getByLabel("详细地址").click();
  await expectFallback(phone, "当前浏览器不支持定位");
});

test("a position that takes longer than five seconds falls back to Beijing", async () => {
  const phone = await openAddressBook({}, async ({ page }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = () => undefined;
    });
  });
  await pauseClock(phone.page);
  await phone.page.getByLabel("详细地址").click();
  await phone.page.getByText("正在获取您的位置…").waitFor();
  expect(await phone.page.getByLabel("城市").inputValue()).toBe("");
  await phone.page.clock.fastForward(5_000);
  await phone.page.clock.resume();
  await expectFallback(phone, failedText);
});

test("a silent map service falls back to Beijing after five seconds of locating, and its late response sets the city", async () => {
  const phone = await openAddressBook({}, ({ page }) => page.clock.install());
  const { page } = phone;
  const geocodeRequest = page.waitForRequest(/geocode\/regeo/);
  let release = () => {};
  const later = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/geocode\/regeo/, async (route) => {
    await later;
    await route.continue();
  });
  await pauseClock(page);
  await page.getByLabel("详细地址").click();
  await geocodeRequest;
  await page.clock.fastForward(4_000);
  await page.getByText("正在获取您的位置…").waitFor();
  await page.clock.fastForward(1_000);
  await page.getByText(failedText).waitFor();
  await expect.poll(() => page.getByLabel("城市").inputValue()).toBe("北京");
  await page.clock.resume();
  release();
  await page.getByText("已定位到上海").waitFor();
  expect(await page.getByLabel("城市").inputValue()).toBe("上海");
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test.each(["fail", "garbage"])(
  "a map service that answers with %s gives Beijing, and locating again works",
  async (mode) => {
    await setSandboxBehaviour(environment, "amap", { mode });
    const phone = await openAddressBook({}, async () => undefined);
    const { page } = phone;
    await page.getByLabel("详细地址").click();
    await page.getByText(failedText).waitFor();
    await expect.poll(() => page.getByLabel("城市").inputValue()).toBe("北京");
    await setSandboxBehaviour(environment, "amap", { mode: "ok" });
    await phone.button("重新定位").click();
    await page.getByText("已定位到上海").waitFor();
    expect(await page.getByLabel("城市").inputValue()).toBe("上海");
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);
