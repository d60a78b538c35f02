import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordMovement } from "#server/modules/points/points.repository.ts";
import { Database } from "#server/platform/database/Database.ts";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { type Customer, createCustomer, storageState } from "./support/customer.ts";
import { answerQuestion, chooseOption, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { waitForModalHistory } from "./support/waitForModalHistory.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
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

/** Calls the API as a customer; returns the data of the response. */
async function postAsCustomer<Data>(customer: Customer, path: string, body?: unknown): Promise<Data> {
  const response = await fetch(`${environment.installation.url}/api/v1/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${customer.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as { data: Data; msg: string };
  if (response.status !== 200) throw new Error(`${path}: ${reply.msg}`);
  return reply.data;
}

/** Gives a customer points from invites. */
async function addInvitePoints(customer: Customer, points: number): Promise<void> {
  const [user] = await environment.queryRows<{ id: string }>("select id from users where phone = $1", [
    customer.phone,
  ]);
  const fail = (error: Error) => {
    throw error;
  };
  const database = new Database(environment.installation.databaseUrl, { size: 1, onIdleError: fail });
  const movement = {
    userId: user?.id ?? "",
    type: "invite" as const,
    delta: points,
    reference: randomUUID(),
  };
  // The server follows the database's clock, which may be a little behind this one.
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await database.transaction((tx) => recordMovement(tx, { ...movement, createdAt: aMinuteAgo }));
  await database.close();
}

test("an admin issues vouchers whose links a customer can use, and ends an unwanted one", async () => {
  const screen = await openStaffPage("13900000003");
  const { page } = screen;
  await screen.open("/admin/vouchers");
  await screen.button("发放餐券").click();
  const dialog = page.getByRole("dialog", { name: "发放餐券" });
  await dialog.getByRole("button", { name: "发放", exact: true }).click();
  await dialog.getByText("请至少加入一道菜品").waitFor();
  await dialog.getByRole("searchbox", { name: "搜索要加入的菜品" }).fill("滑蛋虾仁");
  await dialog.getByRole("button", { name: "滑蛋虾仁饭", exact: true }).click();
  await dialog.getByRole("button", { name: "增加滑蛋虾仁饭" }).click();
  await dialog.getByLabel("合作商家").fill("楼下书店");
  await dialog.getByLabel("名称").fill("读书会双人餐");
  await dialog.getByLabel("张数").fill("2");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "发放", exact: true }).click();
  await page.getByText("已发放 2 张餐券").waitFor();
  const rows = page.getByRole("row").filter({ hasText: "读书会双人餐" });
  await expect.poll(() => rows.count()).toBe(2);
  const issued = await environment.queryRows<{ id: string; items: { id: string; quantity: number }[] }>(
    "select id, items from vouchers where partner = '楼下书店' order by id",
  );
  expect(issued.map(({ items }) => items)).toEqual([
    [{ id: "10205", quantity: 2 }],
    [{ id: "10205", quantity: 2 }],
  ]);
  const [first, second] = issued.map(({ id }) => id);
  await screen.button(`作废 ${first}`).click();
  await answerQuestion(page);
  await page
    .getByRole("row")
    .filter({ hasText: first ?? "" })
    .getByText("已作废")
    .waitFor();
  const customer = await createCustomer(environment);
  const phone = await environment.phone({ storage: storageState(environment, { token: customer.token }) });
  await phone.open(`/self-service?third_party_order_id=${second}`);
  await phone.page.getByText("读书会双人餐").waitFor();
  const receipt = await postAsCustomer<{ status: string; total_amount: number }>(customer, "order/create", {
    order_type: "pickup",
    restaurant_id: "SH001",
    items: [{ id: "10205", quantity: 2 }],
    booking_time: null,
    third_party_order_id: second,
    expected_total: 0,
    client_key: randomUUID(),
  });
  expect(receipt).toMatchObject({ status: "paid", total_amount: 0 });
  await page.reload();
  await page
    .getByRole("row")
    .filter({ hasText: second ?? "" })
    .getByText("已兑换")
    .waitFor();
  expect([...screen.unexpectedErrors, ...phone.unexpectedErrors]).toEqual([]);
  await screen.close();
  await phone.close();
});

test("cards are issued with numbers and PINs that are shown once, and a customer binds one of them", async () => {
  const screen = await openStaffPage("13900000003");
  const { page } = screen;
  await screen.open("/admin/cards");
  await screen.button("发放会员卡").click();
  await page.getByLabel("面额（元）").fill("1,000");
  await screen.button("发放").click();
  await page.getByText("请输入 0.01 到 10000 之间的金额").waitFor();
  await page.getByLabel("面额（元）").fill("66.5");
  await page.getByLabel("张数").fill("2");
  await screen.button("发放").click();
  const dialog = page.getByRole("dialog", { name: "卡号和密码只显示这一次" });
  await dialog.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const [, ...rows] = await dialog.getByRole("row").all();
  const secrets = await Promise.all(rows.map((row) => row.getByRole("cell").allInnerTexts()));
  expect(secrets.map(([number, pin]) => `${number} ${pin}`)).toEqual([
    expect.stringMatching(/^\d{16} \d{6}$/),
    expect.stringMatching(/^\d{16} \d{6}$/),
  ]);
  await page.keyboard.press("Escape");
  await answerQuestion(page, false);
  await dialog.getByRole("button", { name: "已保存，关闭" }).click();
  await dialog.waitFor({ state: "detached" });
  const [number = "", pin] = secrets[0] ?? [];
  const customer = await createCustomer(environment);
  const card = await postAsCustomer<{ balance: number }>(customer, "card/bind", { number, pin });
  expect(card.balance).toBe(6_650);
  await page.getByRole("searchbox").fill(number);
  const row = page.getByRole("row").filter({ hasText: `尾号 ${number.slice(-4)}` });
  await row.getByText("¥66.50").waitFor();
  await expect.poll(() => row.innerText()).toContain(`${customer.phone.slice(0, 3)}****`);
  expect(await page.content()).not.toContain(pin);
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("PINs that were not saved are reissued once", async () => {
  const screen = await openStaffPage("13900000003");
  const { page } = screen;
  await screen.open("/admin/cards");
  await screen.button("发放会员卡").click();
  await page.getByLabel("面额（元）").fill("31.5");
  await screen.button("发放").click();
  const dialog = page.getByRole("dialog", { name: "卡号和密码只显示这一次" });
  const number = await dialog.getByRole("cell").first().innerText();
  await page.keyboard.press("Escape");
  await answerQuestion(page);
  await dialog.waitFor({ state: "detached" });
  await waitForModalHistory(page);
  // The list is emptied before the search: a press that begins before that would be lost.
  const found = page.waitForResponse((response) => response.url().includes(`keyword=${number}`));
  await page.getByRole("searchbox").fill(number);
  await found;
  const tail = number.slice(-4);
  await page.getByRole("button", { name: `重新告知尾号 ${tail} 这一批卡的密码` }).click();
  await answerQuestion(page);
  await dialog.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const pin = await dialog.getByRole("cell").last().innerText();
  await dialog.getByRole("button", { name: "已保存，关闭" }).click();
  await page.getByRole("button", { name: /^重新告知/ }).waitFor({ state: "detached" });
  const customer = await createCustomer(environment);
  const card = await postAsCustomer<{ balance: number }>(customer, "card/bind", { number, pin });
  expect(card.balance).toBe(3_150);
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("a withdrawal is rejected with a reason, the points are back, and the log has it", async () => {
  const customer = await createCustomer(environment);
  await addInvitePoints(customer, 2_000);
  await postAsCustomer(customer, "user/withdraw", { points: 1_500, client_key: randomUUID() });
  const screen = await openStaffPage("13900000003");
  const { page } = screen;
  await screen.open("/admin/withdrawals");
  const tail = `${customer.phone.slice(0, 3)}****${customer.phone.slice(-4)}`;
  const row = page.getByRole("row").filter({ hasText: tail }).filter({ hasText: "1500" });
  await row.getByText("¥15.00").waitFor();
  await row.getByRole("button", { name: /^驳回/ }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "驳回", exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel("原因").fill("请先完成实名");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "驳回", exact: true }).click();
  await row.waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "已驳回" }).click();
  await row.getByText("请先完成实名").waitFor();
  await row.getByText("许店长").waitFor();
  const { list, rules } = await postAsCustomer<{
    list: { status: string; reason: string }[];
    rules: { withdrawable: number };
  }>(customer, "user/withdrawals");
  expect(list[0]).toMatchObject({ status: "rejected", reason: "请先完成实名" });
  expect(rules.withdrawable).toBe(2_000);
  await page.getByRole("link", { name: "操作记录" }).click();
  await chooseOption(page, "操作类型", "驳回提现");
  const entry = page.getByRole("row").filter({ hasText: "驳回提现" });
  await entry.getByText("请先完成实名").waitFor();
  await entry.getByRole("button", { name: "许店长" }).click();
  await screen.button("清除筛选").click();
  await page
    .getByRole("row")
    .filter({ hasText: "登录" })
    .or(page.getByRole("row").filter({ hasText: "发放" }))
    .first()
    .waitFor();
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("withdrawals are sorted by the server, and the address holds the order", async () => {
  // The newest first, they are sorted neither way.
  for (const points of [1_300, 1_700, 1_500]) {
    const customer = await createCustomer(environment);
    await addInvitePoints(customer, 2_000);
    await postAsCustomer(customer, "user/withdraw", { points, client_key: randomUUID() });
  }
  const screen = await openStaffPage("13900000003");
  const { page } = screen;
  await screen.open("/admin/withdrawals");
  const head = page.getByRole("columnheader", { name: "积分" });
  const listPoints = async () => {
    const cells = await page.locator("tbody tr td:nth-child(2)").allTextContents();
    return cells.map(Number).filter((points) => points > 0);
  };
  const isSorted = (sign: 1 | -1) => async () => {
    const points = await listPoints();
    return (
      points.length >= 3 && points.every((one, index) => sign * one >= sign * (points[index - 1] ?? one))
    );
  };
  await page.getByText("1700", { exact: true }).first().waitFor();
  await head.click();
  await expect.poll(isSorted(1)).toBe(true);
  await head.click();
  await expect.poll(isSorted(-1)).toBe(true);
  expect(new URL(page.url()).search).toBe("?sort=points");
  await page.reload();
  await expect.poll(isSorted(-1), { timeout: 20_000 }).toBe(true);
  expect(await head.getAttribute("aria-sort")).toBe("descending");
  expect(screen.unexpectedErrors).toEqual([]);
  await screen.close();
});

test("each role sees the pages of its work, and a notice on any other", async () => {
  const linksOf = async (screen: Phone) =>
    await screen.page.getByRole("navigation", { name: "工作台导航" }).getByRole("link").allInnerTexts();
  const agent = await openStaffPage("13900000001");
  await agent.open("/admin/withdrawals");
  await agent.page.getByRole("heading", { name: "提现审核" }).waitFor();
  expect(await linksOf(agent)).toEqual(["客服工作台", "订单查询", "退款异常", "提现审核", "发票"]);
  expect(await agent.page.getByRole("button", { name: /^已打款/ }).count()).toBe(0);
  for (const path of ["vouchers", "cards", "audit"]) {
    await agent.open(`/admin/${path}`);
    await agent.page.getByText("这个页面只对管理员开放").waitFor();
  }
  const store = await openStaffPage("13900000002");
  await store.open("/admin/dishes");
  await store.page.getByRole("heading", { name: "菜品管理" }).waitFor();
  expect(await linksOf(store)).toEqual(["订单看板", "菜品管理", "退款申请", "经营数据"]);
  for (const path of ["withdrawals", "invoices", "order-list"]) {
    await store.open(`/admin/${path}`);
    await store.page.getByText("这个页面只对客服和管理员开放").waitFor();
  }
  expect([...agent.unexpectedErrors, ...store.unexpectedErrors]).toEqual([]);
  await agent.close();
  await store.close();
});
