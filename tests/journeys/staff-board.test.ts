import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { toLocalTime, tomorrowAt } from "./support/booking.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { createPaidOrder, createStaffToken, loginAsStaff } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForBriefText } from "./support/waitForBriefText.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

/** Opens the staff app on a wide screen. */
async function openBoard(expected?: RegExp): Promise<Phone> {
  return await environment.phone({
    width: 1440,
    height: 900,
    ...(expected === undefined ? {} : { expected }),
  });
}

async function getOrderStatus(orderId: string): Promise<string | undefined> {
  const [order] = await environment.queryRows<{ status: string }>("select status from orders where id = $1", [
    orderId,
  ]);
  return order?.status;
}

test("a restaurant's member logs in by code and brings an order from the kitchen to the customer", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const screen = await openBoard();
  await screen.open("/admin/orders");
  await screen.page.waitForURL(/\/admin\/login\?redirect=/);
  await loginAsStaff(screen, environment, "13900000002");
  await screen.page.waitForURL(/\/admin\/orders$/);
  await screen.page.getByText("食单·徐家汇店").waitFor();
  const card = screen.page.getByRole("article", { name: order.pickupCode });
  await card.getByText("王小明").waitFor();
  for (const [step, status, column] of [
    ["接单", "accepted", "待制作"],
    ["开始制作", "preparing", "制作中"],
    ["开始配送", "delivering", "待取餐 · 配送中"],
  ] as const) {
    await card.getByRole("button", { name: `${order.pickupCode} ${step}` }).click();
    await screen.page
      .getByRole("region", { name: column, exact: true })
      .getByRole("article", { name: order.pickupCode })
      .waitFor();
    expect(await getOrderStatus(order.id)).toBe(status);
  }
  await card.getByRole("button", { name: `${order.pickupCode} 已交付` }).click();
  await card.waitFor({ state: "detached" });
  expect(await getOrderStatus(order.id)).toBe("completed");
  const historyRows = await environment.queryRows(
    "select actor, to_state from order_history where order_id = $1 and field = 'status' order by version",
    [order.id],
  );
  expect(historyRows.slice(2)).toEqual(
    ["accepted", "preparing", "delivering", "completed"].map((to_state) => ({ actor: "store", to_state })),
  );
  await screen.button("退出登录").click();
  await screen.page.waitForURL(/\/admin\/login$/);
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("a restaurant that cannot cook cancels after a confirmation, and the customer sees the reason", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const screen = await openBoard();
  await screen.open("/admin-login");
  await loginAsStaff(screen, environment, "13900000003");
  await screen.page.getByRole("link", { name: "订单看板" }).click();
  await screen.page.getByLabel("门店名称或地址").fill("徐家汇");
  await screen.button("搜索").click();
  await screen.button(/^食单·徐家汇店/).click();
  const card = screen.page.getByRole("article", { name: order.pickupCode });
  await card.getByRole("button", { name: `${order.pickupCode} 取消` }).click();
  expect(await screen.button("取消订单").isDisabled()).toBe(true);
  await screen.button("再想想").click();
  expect(await getOrderStatus(order.id)).toBe("paid");
  await card.getByRole("button", { name: `${order.pickupCode} 取消` }).click();
  await screen.page.getByRole("radio", { name: "食材用完了" }).check();
  expect(await seriousFindings(screen.page)).toEqual([]);
  await screen.button("取消订单").click();
  await card.waitFor({ state: "detached" });
  const [row] = await environment.queryRows(
    "select status, cancel_reason, paid_fen from orders where id = $1",
    [order.id],
  );
  expect(row).toMatchObject({ status: "cancelled", cancel_reason: "食材用完了" });
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("an agent sees that the board is not for agents, a stranger gets no further than the login", async () => {
  const screen = await openBoard(/401/);
  await screen.open("/admin/login?redirect=%2Fadmin%2Forders");
  await loginAsStaff(screen, environment, "13900000001");
  await screen.page.getByText("订单看板只对门店和管理员开放").waitFor();
  await screen.button("退出登录").click();
  await screen.page.getByLabel("手机号").fill("13811112222");
  await screen.requestCode();
  await screen.page.getByLabel("验证码", { exact: true }).fill("123456");
  await screen.button("登录").click();
  await screen.page.getByText("验证码错误或已过期").waitFor();
  expect(screen.path).toMatch(/^\/admin\/login/);
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

/** Opens the staff app of a logged-in member. */
async function openStaffPage(number: string): Promise<Phone> {
  const service_token = await createStaffToken(environment, number);
  return await environment.phone({
    width: 1440,
    height: 900,
    storage: storageState(environment, { service_token }),
  });
}

test("an order's ticket is printed alone, and without the customer's whole phone number", async () => {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer);
  const screen = await openStaffPage("13900000002");
  const { page } = screen;
  await page.addInitScript("window.print = () => (window.printed = (window.printed ?? 0) + 1)");
  await screen.open("/admin/orders");
  await screen.button(`${order.pickupCode} 打印小票`).click();
  const ticket = page.getByRole("region", { name: `小票 ${order.pickupCode}` });
  expect(await page.evaluate("window.printed")).toBe(1);
  expect(await ticket.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  await ticket.waitFor();
  expect(await page.getByRole("main").isVisible()).toBe(false);
  const text = await ticket.innerText();
  for (const part of ["食单", "食单·徐家汇店", order.pickupCode, "外卖 · 尽快", "滑蛋虾仁饭", "×1", "王小明"])
    expect(text).toContain(part);
  expect(text).toMatch(/1\d{2}\*{4}\d{4}/);
  expect(text).not.toMatch(/\b1\d{10}\b/);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await ticket.waitFor({ state: "detached" });
  expect(await page.getByRole("main").isVisible()).toBe(true);
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("the customer watches the order advance while the restaurant works on it, and is called to fetch it", async () => {
  const customer = await createCustomer(environment);
  const screen = await openStaffPage("13900000002");
  await screen.open("/admin/orders");
  await screen.page.getByText("食单·徐家汇店").waitFor();
  const order = await createPaidOrder(environment, customer, { order_type: "pickup" });
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open(`/order-detail?order_id=${order.id}`);
  // The order appears on the board without a reload.
  const card = screen.page.getByRole("article", { name: order.pickupCode });
  await card.waitFor();
  for (const [step, seen] of [
    ["接单", "已接单"],
    ["开始制作", "制作中"],
    ["可以取餐", "待取餐"],
    ["已交付", "已完成"],
  ] as const) {
    // The call to announce the order is on the screen for a moment only, so it is waited for from the start.
    const call = `请叫号 ${order.pickupCode}`;
    const isCalled = step === "可以取餐" ? waitForBriefText(screen.page, call) : undefined;
    await card.getByRole("button", { name: `${order.pickupCode} ${step}` }).click();
    await Promise.all([isCalled, phone.page.getByText(seen).first().waitFor()]);
    if (step === "可以取餐") {
      await card.getByRole("button", { name: `${order.pickupCode} 再叫一次` }).waitFor();
    }
  }
  expect([...screen.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await screen.close();
  await phone.close();
});

test("the longest waiting order is marked, booked orders are listed under their time, and the page is accessible", async () => {
  const customer = await createCustomer(environment);
  const tomorrow = tomorrowAt("12:30");
  const late = await createPaidOrder(environment, customer);
  const booked = await createPaidOrder(environment, customer, {
    order_type: "pickup",
    booking_time: toLocalTime(tomorrow),
  });
  await environment.queryRows("update orders set paid_at = paid_at - interval '40 minutes' where id = $1", [
    late.id,
  ]);
  const screen = await openStaffPage("13900000002");
  await screen.open("/admin/orders");
  await screen.page.getByText(`等最久：${late.pickupCode}，已等 40 分钟`).waitFor();
  const waiting = screen.page.getByRole("region", { name: "待接单", exact: true });
  await waiting.getByRole("heading", { name: "预约 明天 12:30" }).waitFor();
  await waiting.getByRole("article", { name: booked.pickupCode }).waitFor();
  expect(await seriousFindings(screen.page)).toEqual([]);
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("a pause and a sold-out dish reach the customer's menu, and are reverted", async () => {
  const screen = await openStaffPage("13900000002");
  const phone = await environment.phone();
  const atMenu = async () => {
    await phone.open("/menu?restaurant_id=SH001&table=A12");
    await phone.page.getByRole("searchbox", { name: "搜索商品" }).fill("虾仁");
    return phone.page
      .getByRole("article")
      .or(phone.page.getByRole("listitem"))
      .filter({ hasText: "滑蛋虾仁饭" })
      .first();
  };
  await screen.open("/admin/dishes");
  // The list is emptied before the search: a press that begins before that would be lost.
  const found = screen.page.waitForResponse((response) => response.url().includes("keyword="));
  await screen.page.getByRole("searchbox", { name: "搜索菜品" }).fill("滑蛋虾仁");
  await found;
  const soldOut = screen.page.getByRole("switch", { name: "滑蛋虾仁饭 售罄" });
  await soldOut.click();
  await screen.page.getByText("滑蛋虾仁饭 已标记售罄").waitFor();
  await (await atMenu()).getByText("售罄").waitFor();
  await soldOut.click();
  await screen.page.getByText("滑蛋虾仁饭 已恢复售卖").waitFor();
  // The menu is cached until the database's notification arrives, which takes a moment.
  const isOrderable = async () =>
    (await atMenu())
      .getByRole("button", { name: "增加滑蛋虾仁饭" })
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  await expect.poll(isOrderable).toBe(true);
  await screen.open("/admin/orders");
  await screen.button("暂停接单").click();
  await screen.page.getByRole("radio", { name: "1 小时" }).check();
  await screen.page.getByRole("dialog").getByRole("button", { name: "暂停接单" }).click();
  await screen.page.getByText(/^暂停到/).waitFor();
  await atMenu();
  await phone.page.getByText(/暂停/).first().waitFor();
  await screen.button("恢复接单").click();
  await screen.page.getByText("营业中").waitFor();
  await atMenu();
  await phone.page.getByText(/暂停/).waitFor({ state: "detached" });
  expect([...screen.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await screen.close();
  await phone.close();
});

test("a restaurant may accept orders automatically or not, and the switch is saved", async () => {
  const screen = await openStaffPage("13900000002");
  await screen.open("/admin/orders");
  const auto = screen.page.getByRole("switch", { name: "自动接单" });
  await auto.click();
  await expect.poll(() => auto.getAttribute("aria-checked")).toBe("false");
  await screen.page.reload();
  await expect.poll(() => auto.getAttribute("aria-checked")).toBe("false");
  await auto.click();
  await expect.poll(() => auto.getAttribute("aria-checked")).toBe("true");
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});
