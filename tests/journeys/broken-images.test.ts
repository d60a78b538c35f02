import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { prepareScreens, type ScreenContext } from "./support/screens.ts";
import { advanceOrder, createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let context: ScreenContext;
const text = "no picture at all";
const file = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from(text) };
const expectedErrors = /sending a message failed|sending a picture failed/;

beforeAll(async () => {
  environment = await startEnvironment();
  context = await prepareScreens(environment);
});

afterAll(async () => {
  await environment.close();
});

const openPhone = (customer: Customer) =>
  environment.phone({
    storage: storageState(environment, { token: customer.token }),
    expected: expectedErrors,
  });

/** Responds to every dish picture and avatar request with undecodable bytes. */
async function breakPictures(page: Page): Promise<void> {
  for (const path of ["**/media/**", "**/api/v1/files/**"])
    await page.route(path, (route) => route.fulfill({ contentType: "image/jpeg", body: text }));
}

/** Lists images in view that the browser shows as broken. */
async function listBrokenImages(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll("img")]
      .filter((item) => item.checkVisibility() && item.complete && item.naturalWidth === 0)
      .map(({ src }) => src),
  );
}

async function expectSentence(page: Page, sentence = "图片无法显示"): Promise<void> {
  await page.getByText(sentence).first().waitFor();
  await expect.poll(() => listBrokenImages(page)).toEqual([]);
}

test("dishes whose pictures cannot be decoded show a notice on menu, order and home", async () => {
  const phone = await environment.phone({ storage: context.getStorage("demo") });
  await breakPictures(phone.page);
  for (const path of ["/menu?restaurant_id=SH001", "/", "/orders", context.getPath("/order/:id")]) {
    await phone.open(path);
    await phone.waitUntilIdle();
    await expectSentence(phone.page);
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("an avatar and a poster that cannot be decoded show one sentence each", async () => {
  const customer = await createCustomer(environment);
  await environment.queryRows("update users set avatar = '/api/v1/files/public/gone' where phone = $1", [
    customer.phone,
  ]);
  const phone = await openPhone(customer);
  const { page } = phone;
  await breakPictures(page);
  await phone.open("/profile");
  await expectSentence(page, "头像无法显示");
  await phone.open("/invite");
  await phone.button("查看海报").click();
  await expectSentence(page, "海报生成失败，请重试");
  expect(await page.getByText("保存海报").count()).toBe(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a chat image that cannot be decoded shows one sentence, for customer and staff", async () => {
  const customer = await createCustomer(environment);
  const userId = `journey${customer.phone}`;
  const phone = await openPhone(customer);
  const { page } = phone;
  await breakPictures(page);
  await phone.open("/customer-service");
  await page.getByLabel("图片").setInputFiles(file);
  await page.getByText("图片无法识别").waitFor();
  expect(await page.getByText("图片无法识别").count()).toBe(1);
  expect(await listBrokenImages(page)).toEqual([]);
  await phone.button("删除").click();
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#d9a066" } })
    .jpeg()
    .toBuffer();
  await page.getByLabel("图片").setInputFiles({ ...file, buffer });
  await expect
    .poll(() =>
      environment.queryRows("select id from chat_messages where user_id = $1 and type = 'image'", [userId]),
    )
    .toHaveLength(1);
  await page.reload();
  await expectSentence(page);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();

  const token = await createStaffToken(environment, "13900000001");
  const consolePage = await environment.phone({
    width: 1440,
    height: 900,
    storage: storageState(environment, { service_token: token }),
  });
  await breakPictures(consolePage.page);
  await consolePage.open(`/admin/customer-service?user=${userId}`);
  await expectSentence(consolePage.page);
  expect(consolePage.unexpectedErrors).toEqual([]);
  await consolePage.close();
});

test("a refund image that cannot be decoded shows one sentence, and the form works without it", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  for (const step of ["accepted", "preparing", "delivering", "completed"])
    await advanceOrder(environment, order.id, step);
  const phone = await openPhone(customer);
  const { page } = phone;
  await phone.open(`/order/${order.id}`);
  await phone.button("申请退款").click();
  await page.getByText("餐品漏送或送错").click();
  await page.getByLabel("添加图片").setInputFiles(file);
  await page.getByText("有图片无法识别，请删除后换一张").waitFor();
  expect(await page.getByText("无法识别").count()).toBe(1);
  expect(await listBrokenImages(page)).toEqual([]);
  await phone.button("删除第1张图片").click();
  await expect.poll(() => phone.button("提交申请").isEnabled()).toBe(true);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
