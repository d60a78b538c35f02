import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { shrimpRice } from "./support/cart.ts";
import {
  closeWithoutErrors,
  consolePath,
  createNamedCustomer,
  openConsole,
  openCustomerPhone,
  readUnreadCount,
  sendAsCustomer,
} from "./support/console.ts";
import type { Customer } from "./support/customer.ts";
import { addPoints, advanceOrder, answerQuestion, createPaidOrder, loginAsStaff } from "./support/staff.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";

const openConsolePage = (path?: string) => openConsole(environment, path);
const phoneOf = (customer: Customer, path: string) => openCustomerPhone(environment, customer, path);
const createNamed = (name: string) => createNamedCustomer(environment, name);
const sendAs = (customer: Customer, content: string) => sendAsCustomer(environment, customer, content);

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startOwnEnvironment({ SERVICE_HOURS: "00:00-24:00" });
});

afterAll(async () => {
  await environment.close();
});

const queueRow = (screen: Phone, name: string) =>
  screen.page.getByRole("button", { name: new RegExp(name) }).first();
const choose = (screen: Phone, group: string, name: string) =>
  screen.page.getByRole("radiogroup", { name: group }).getByText(name).click();
const messageLog = (screen: Phone) => screen.page.getByRole("log");
const replyField = (screen: Phone) => screen.page.getByRole("textbox", { name: "回复" });

test("a customer writes with an image and an order, an agent replies from the queue, and both see it at once", async () => {
  const customer = await createNamed("苏小雨");
  const order = await createPaidOrder(environment, customer);
  const screen = await openConsolePage();
  await screen.page.getByRole("heading", { name: "客服工作台" }).waitFor();
  const phone = await phoneOf(customer, `/customer-service?order_id=${order.id}`);
  await phone.button("发送订单").click();
  await phone.page.getByLabel("请输入消息").fill("少了一份汤 <b>请看</b>");
  await phone.button("发送").click();
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c84" } })
    .jpeg()
    .toBuffer();
  await phone.page
    .getByLabel("图片", { exact: true })
    .setInputFiles({ name: "soup.jpg", mimeType: "image/jpeg", buffer: picture });
  await queueRow(screen, "苏小雨").click();
  await messageLog(screen).getByText("少了一份汤 <b>请看</b>").waitFor();
  await messageLog(screen).getByRole("button", { name: "查看顾客发送的图片" }).waitFor();
  await messageLog(screen)
    .getByRole("button", { name: /滑蛋虾仁饭/ })
    .click();
  await screen.page.getByRole("article").getByText("订单号").waitFor();
  expect(new URL(screen.page.url()).searchParams.get("order")).toBe(order.id);
  await replyField(screen).fill("/催单");
  await replyField(screen).press("Enter");
  expect(await replyField(screen).inputValue()).toContain("食单·徐家汇店");
  await replyField(screen).press("Enter");
  await phone.page.getByText(/已经为您催促食单·徐家汇店/).waitFor();
  await messageLog(screen).getByText("已读").first().waitFor();
  await screen.page
    .getByLabel("图片", { exact: true })
    .setInputFiles({ name: "menu.jpg", mimeType: "image/jpeg", buffer: picture });
  await phone.page.getByRole("button", { name: "查看客服发送的图片" }).waitFor();
  await choose(screen, "写给谁", "内部备注");
  await screen.page.getByRole("textbox", { name: /写给同事/ }).fill("常客，注意安抚");
  await screen.page.keyboard.press("Enter");
  await messageLog(screen).getByText("内部备注 · 林晓").waitFor();
  await screen.button("发送到会话").click();
  await phone.page
    .getByText(/滑蛋虾仁饭/)
    .nth(1)
    .waitFor();
  expect(await phone.page.getByText("常客，注意安抚").count()).toBe(0);
  expect(await seriousFindings(screen.page)).toEqual([]);
  await screen.button("标为已解决").click();
  await screen.button("重新打开").waitFor();
  await phone.page.getByLabel("请输入消息").fill("好的，谢谢");
  await phone.button("发送").click();
  await messageLog(screen).getByText("好的，谢谢").waitFor();
  await screen.button("标为已解决").waitFor();
  await closeWithoutErrors(screen, phone);
});

test("an agent refunds a dish beside the conversation: the preview shows the amount, and the customer has money and points", async () => {
  const customer = await createNamed("方晴");
  await addPoints(environment, customer, 1_000);
  const order = await createPaidOrder(
    environment,
    customer,
    { items: [{ id: shrimpRice.id, quantity: 3 }] },
    1_000,
  );
  await sendAs(customer, "有一份洒了");
  const phone = await phoneOf(customer, `/order/${order.id}`);
  await phone.page.getByText("¥89.00").first().waitFor();
  const screen = await openConsolePage(`${consolePath}?user=${customer.id}&order=${order.id}`);
  await screen.button("去退款").click();
  const bench = screen.page.getByRole("region", { name: "退款", exact: true });
  await bench.getByText("¥89.00").waitFor();
  await bench.getByText("1000 积分").waitFor();
  await screen.page.locator(".ant-segmented").getByText("按商品", { exact: true }).click();
  await screen.button("增加滑蛋虾仁饭").click();
  await bench.getByText("¥29.67").waitFor();
  await screen.page.getByLabel("退款原因").selectOption("餐品有质量问题");
  expect(await seriousFindings(screen.page)).toEqual([]);
  await screen.button("确认退款").click();
  await screen.page.getByText("退款 ¥29.67 + 333 积分？").waitFor();
  await answerQuestion(screen.page);
  await screen.page.getByText("已提交退款 ¥29.67 + 333 积分").waitFor();
  await phone.page.getByText("部分退款").first().waitFor();
  const rows = () =>
    environment.queryRows("select money_fen::int, points, state from refunds where order_id = $1", [
      order.id,
    ]);
  await expect.poll(rows).toEqual([{ money_fen: 2_967, points: 333, state: "success" }]);
  await expect
    .poll(() =>
      environment.queryRows("select delta from points_ledger where user_id = $1 and type = 'refund'", [
        customer.id,
      ]),
    )
    .toEqual([{ delta: 333 }]);
  await closeWithoutErrors(screen, phone);
});

test("refund requests are decided with their deadline in view: one is rejected with a reason, one is approved", async () => {
  const screen = await openConsolePage();
  for (const [name, answer] of [
    ["何不同", "图片看不清，请联系客服"],
    ["何同意", ""],
  ] as const) {
    const customer = await createNamed(name);
    const order = await createPaidOrder(environment, customer);
    for (const step of ["accepted", "preparing", "delivering", "completed"])
      await advanceOrder(environment, order.id, step);
    const response = await fetch(`${environment.installation.url}/api/v1/order/apply-refund`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${customer.token}` },
      body: JSON.stringify({ order_id: order.id, reason: "餐品漏送或送错", client_key: crypto.randomUUID() }),
    });
    expect(response.status).toBe(200);
    const phone = await phoneOf(customer, `/order/${order.id}`);
    await phone.page.getByText("退款申请中").first().waitFor();
    await choose(screen, "列表", "退款申请");
    await queueRow(screen, name).click();
    const panel = screen.page.getByRole("region", { name: "退款申请" });
    await panel.getByText(/^(29|30):\d\d 后自动同意$/).waitFor();
    if (answer === "") {
      expect(await seriousFindings(screen.page)).toEqual([]);
      await screen.button("同意退款").click();
      await answerQuestion(screen.page);
      await phone.page.getByText("已退款").first().waitFor();
    } else {
      await screen.button("拒绝").click();
      await panel.getByText("拒绝时请写明原因，顾客会看到").waitFor();
      await panel.getByRole("textbox").fill(answer);
      await screen.button("拒绝").click();
      await phone.page.getByText(new RegExp(answer)).first().waitFor();
    }
    await screen.page.getByText("没有待处理的退款申请").waitFor();
    await closeWithoutErrors(phone);
  }
  await closeWithoutErrors(screen);
});

test("the keyboard navigates the queue, and drafts survive a reload", async () => {
  for (const name of ["甲一", "甲二"]) await sendAs(await createNamed(name), `${name}在等`);
  const screen = await openConsolePage();
  const { keyboard } = screen.page;
  await screen.page.getByRole("searchbox").fill("甲");
  await queueRow(screen, "甲二").waitFor();
  await expect
    .poll(() => screen.page.getByRole("list", { name: "会话列表" }).getByRole("button").count())
    .toBe(2);
  await screen.page.getByRole("heading", { name: "客服工作台" }).click();
  await keyboard.press("ArrowDown");
  await messageLog(screen).getByText("甲一在等").waitFor();
  await keyboard.press("ArrowDown");
  await messageLog(screen).getByText("甲二在等").waitFor();
  await keyboard.press("Enter");
  await keyboard.type("马上");
  await keyboard.press("Shift+Enter");
  await keyboard.type("就来");
  expect(await replyField(screen).inputValue()).toBe("马上\n就来");
  await screen.page.reload();
  await expect.poll(() => replyField(screen).inputValue()).toBe("马上\n就来");
  await replyField(screen).press("Enter");
  await messageLog(screen).getByText("马上 就来").waitFor();
  await keyboard.type("/");
  await screen.page.getByRole("listbox", { name: "快捷回复" }).waitFor();
  await keyboard.press("Escape");
  await keyboard.press("Escape");
  await keyboard.press("Escape");
  await screen.page.getByText("从左边选择一个会话").waitFor();
  await closeWithoutErrors(screen);
});

test("unread messages are counted in the title until the conversation is viewed", async () => {
  const customer = await createNamed("乙方");
  const screen = await openConsolePage();
  await screen.page.getByRole("heading", { name: "客服工作台" }).waitFor();
  const before = await readUnreadCount(screen);
  await sendAs(customer, "在吗");
  await expect.poll(() => readUnreadCount(screen)).toBe(before + 1);
  await queueRow(screen, "乙方").click();
  await expect.poll(() => readUnreadCount(screen)).toBe(before);
  await closeWithoutErrors(screen);
});

test("a restaurant's member starts at the board, and is redirected there from the console", async () => {
  const screen = await environment.phone({ width: 1440, height: 900 });
  await screen.open("/admin");
  await screen.page.waitForURL(/\/admin\/login\?redirect=%2Fadmin$/);
  await loginAsStaff(screen, environment, "13900000002");
  await screen.page.waitForURL(/\/admin\/orders$/);
  await screen.open("/admin");
  await screen.page.waitForURL(/\/admin\/orders$/);
  await screen.open(consolePath);
  await screen.page.getByText("会话由客服处理").waitFor();
  await screen.page.getByRole("link", { name: "去订单看板" }).click();
  await screen.page.waitForURL(/\/admin\/orders$/);
  await closeWithoutErrors(screen);
});
