import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import {
  createPhoto,
  customerId,
  insertPastMessages,
  listCustomerTexts,
  listMessages,
  markReadAsAgent,
  messageBubble,
  messageField,
  messageLog,
  openChatPhone,
  replyAsAgent,
} from "./support/chat.ts";
import { createCustomer } from "./support/customer.ts";
import { advanceOrder, createPaidOrder } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Returns whether an element is within the visible area of the page. */
async function isVisible(phone: Phone, element: Locator): Promise<boolean> {
  const [box, size] = [await element.boundingBox(), phone.page.viewportSize()];
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
}

test("a customer writes, staff read and reply live, and both see what was read", async () => {
  const customer = await createCustomer(environment);
  const phone = await openChatPhone(environment, customer);
  await phone.open("/customer-service");
  await phone.page.getByRole("heading", { name: "您好，这里是食单客服" }).waitFor();
  expect(await seriousFindings(phone.page)).toEqual([]);
  await phone.button("配送多久到？").click();
  await expect.poll(() => messageField(phone).inputValue()).toBe("配送多久到？");
  await messageField(phone).press("Enter");
  await messageBubble(phone, "配送多久到？").waitFor();
  await expect.poll(() => messageField(phone).inputValue()).toBe("");
  await expect.poll(() => listCustomerTexts(environment, customer)).toEqual(["配送多久到？"]);
  await markReadAsAgent(environment, customer);
  await messageLog(phone).getByText("已读", { exact: true }).waitFor();
  await replyAsAgent(environment, customerId(customer), "约三十分钟送到 <b>您好</b>");
  await messageBubble(phone, "约三十分钟送到 <b>您好</b>").waitFor();
  await expect
    .poll(() =>
      environment.queryRows("select unread_by_user from conversations where user_id = $1", [
        customerId(customer),
      ]),
    )
    .toEqual([{ unread_by_user: 0 }]);
  expect(await seriousFindings(phone.page)).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("Enter that ends an input method composition sends nothing, Shift and Enter starts a new line", async () => {
  const customer = await createCustomer(environment);
  const phone = await openChatPhone(environment, customer);
  await phone.open("/customer-service");
  await messageField(phone).fill("ni hao");
  const isRetained = await messageField(phone).evaluate((element) => {
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    return [{ isComposing: true }, { keyCode: 229 }].map((how) =>
      element.dispatchEvent(new KeyboardEvent("keydown", { ...enter, ...how })),
    );
  });
  expect(isRetained).toEqual([true, true]);
  await messageField(phone).press("Shift+Enter");
  await messageField(phone).pressSequentially("zai ma");
  await expect.poll(() => messageField(phone).inputValue()).toBe("ni hao\nzai ma");
  expect(await listCustomerTexts(environment, customer)).toEqual([]);
  await messageField(phone).press("Enter");
  await expect.poll(() => listCustomerTexts(environment, customer)).toEqual(["ni hao\nzai ma"]);
  await messageField(phone).fill("长".repeat(990));
  await phone.page.getByText("还可以输入10字").waitFor();
  await messageField(phone).fill("长".repeat(1001));
  await phone.page.getByText("超出1字").waitFor();
  expect(await phone.button("发送").isDisabled()).toBe(true);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("a large photo is resized, sent, shown and opened, and Back closes it; a file that is no image is not sent", async () => {
  const customer = await createCustomer(environment);
  const phone = await openChatPhone(environment, customer, { expected: /sending a message failed/ });
  await phone.open("/customer-service");
  const chooser = phone.page.getByLabel("图片", { exact: true });
  await chooser.setInputFiles(await createPhoto(3000, 2000));
  await phone.button("查看我发送的图片").click();
  const viewer = phone.page.getByRole("dialog", { name: "查看图片" });
  await viewer.waitFor();
  await phone.page.goBack();
  await viewer.waitFor({ state: "detached" });
  expect(phone.path).toBe("/customer-service");
  await expect
    .poll(() =>
      environment.queryRows("select width, height from files where owner_id = $1", [customerId(customer)]),
    )
    .toEqual([{ width: 1600, height: 1067 }]);
  // As after a reload, the image comes from the server, which requires the token.
  await phone.page.reload();
  const shown = messageLog(phone).getByRole("img", { name: "我发送的图片" });
  await expect.poll(() => shown.evaluate((item) => (item as HTMLImageElement).naturalWidth)).toBe(1600);
  await chooser.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await messageLog(phone).getByRole("alert").getByText("图片无法识别").waitFor();
  expect(await phone.button("重新发送").count()).toBe(0);
  await phone.button("删除").click();
  await expect.poll(() => messageLog(phone).getByRole("alert").count()).toBe(0);
  expect(await listMessages(environment, customer)).toHaveLength(1);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("an order's button attaches it; its card is sent, follows the order, and links to it", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const phone = await openChatPhone(environment, customer);
  await phone.open(`/order/${order.id}`);
  await phone.button("联系客服").click();
  const attached = phone.page.getByRole("region", { name: "要咨询的订单" });
  await attached.getByText("食单·徐家汇店").waitFor();
  await attached.getByRole("button", { name: "发送订单" }).click();
  await attached.waitFor({ state: "detached" });
  const card = messageLog(phone).getByRole("link", { name: /^食单·徐家汇店/ });
  await card.getByText("已付款").waitFor();
  expect(await seriousFindings(phone.page)).toEqual([]);
  await expect
    .poll(async () => (await listMessages(environment, customer)).map(({ type }) => type))
    .toEqual(["order"]);
  await advanceOrder(environment, order.id, "accepted");
  await card.getByText("已接单").waitFor();
  await card.click();
  await phone.page.waitForURL(`**/order/${order.id}`);
  await phone.page.goBack();
  await card.waitFor();
  expect(await attached.count()).toBe(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("older messages load on scrolling up without moving the view; the newest stays above the keyboard", async () => {
  const customer = await createCustomer(environment);
  await insertPastMessages(environment, customer, 100);
  const phone = await openChatPhone(environment, customer);
  await phone.open("/customer-service");
  await messageBubble(phone, "第100条").waitFor();
  expect(await isVisible(phone, messageBubble(phone, "第100条"))).toBe(true);
  expect(await messageBubble(phone, "第60条").count()).toBe(0);
  const older = phone.page.waitForResponse((item) => item.url().includes("before_id"));
  await messageLog(phone).evaluate((box) => {
    box.scrollTop = 300;
  });
  const before = (await messageBubble(phone, "第80条").boundingBox())?.y;
  await older;
  await messageBubble(phone, "第60条").waitFor({ state: "attached" });
  const after = (await messageBubble(phone, "第80条").boundingBox())?.y;
  expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThanOrEqual(1);
  await replyAsAgent(environment, customerId(customer), "新消息来了");
  await phone.button("回到最新消息").getByText("有新消息").waitFor();
  await phone.button("回到最新消息").click();
  await expect.poll(() => isVisible(phone, messageBubble(phone, "新消息来了"))).toBe(true);
  await messageField(phone).focus();
  await phone.page.setViewportSize({ width: 390, height: 420 });
  await expect.poll(() => isVisible(phone, messageField(phone))).toBe(true);
  await expect.poll(() => isVisible(phone, messageBubble(phone, "新消息来了"))).toBe(true);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("unread messages are counted on the tab and in the profile, live, until they are read", async () => {
  const customer = await createCustomer(environment);
  const phone = await openChatPhone(environment, customer);
  const tab = phone.page.getByRole("link", { name: /我的/ });
  await phone.open("/orders");
  await phone.page.getByText("还没有订单").waitFor();
  await replyAsAgent(environment, customerId(customer), "您好");
  await tab.getByLabel("1条未读消息").waitFor();
  await replyAsAgent(environment, customerId(customer), "在吗");
  await tab.getByLabel("2条未读消息").waitFor();
  await phone.open("/");
  await tab.getByLabel("2条未读消息").waitFor();
  await tab.click();
  const row = phone.page.getByRole("link", { name: /^联系客服/ });
  await row.getByLabel("2条未读消息").waitFor();
  await row.click();
  await messageBubble(phone, "在吗").waitFor();
  await phone.button("返回").click();
  await row.waitFor();
  await expect.poll(() => phone.page.getByLabel(/条未读消息/).count()).toBe(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test("outside service hours the next ones are shown; a failed history can be retried; a guest is led to the login", async () => {
  const customer = await createCustomer(environment);
  const phone = await openChatPhone(environment, customer, {
    expected: /Failed to load resource|loading the conversation failed/,
  });
  await phone.page.route("**/api/v1/chat/state", (route) =>
    route.fulfill({
      json: {
        code: 200,
        msg: "ok",
        data: { unread: 0, online: false, hours_text: "09:00-22:00", last_message_id: null },
      },
    }),
  );
  // Fails until the first click, also when the page retries by itself.
  await phone.page.addInitScript(() =>
    document.addEventListener("click", () => sessionStorage.setItem("clicked", "1"), { capture: true }),
  );
  await phone.page.route("**/api/v1/chat/history*", async (route) => {
    const isClicked = await phone.page.evaluate(() => sessionStorage.getItem("clicked") !== null);
    await (isClicked ? route.fallback() : route.fulfill({ status: 500, body: "" }));
  });
  await phone.open("/customer-service");
  await phone.page.getByText("客服时间 09:00-22:00").waitFor();
  await phone.page.getByText("聊天记录没有加载出来").waitFor();
  await phone.button("重试").click();
  await phone.page.getByRole("heading", { name: "您好，这里是食单客服" }).waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
  const guest = await environment.phone();
  await guest.open("/customer-service?order_id=o1");
  await guest.page.waitForURL((url) => url.pathname === "/login");
  expect(new URL(guest.page.url()).searchParams.get("redirect")).toBe("/customer-service?order_id=o1");
  expect(guest.unexpectedErrors).toEqual([]);
  await guest.close();
});
