import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import { openStage, type Stage } from "../../scripts/lib/stage.ts";
import { newCustomer } from "./support/customer.ts";
import { enterAsStaff, paidOrder } from "./support/staff.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

/** A desk: a wide screen. */
async function desk(expected?: RegExp): Promise<Phone> {
  return await stage.phone({ width: 1440, height: 900, ...(expected === undefined ? {} : { expected }) });
}

async function statusOf(orderId: string): Promise<string | undefined> {
  const [order] = await stage.rows<{ status: string }>("select status from orders where id = $1", [orderId]);
  return order?.status;
}

test("somebody of the store logs in by code and brings an order from the kitchen to the customer", async () => {
  const customer = await newCustomer(stage);
  const order = await paidOrder(stage, customer);
  const screen = await desk();
  await screen.open("/admin/orders");
  await screen.page.waitForURL(/\/admin\/login\?redirect=/);
  await enterAsStaff(screen, stage, "13900000002");
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
    expect(await statusOf(order.id)).toBe(status);
  }
  await card.getByRole("button", { name: `${order.pickupCode} 已交付` }).click();
  await card.waitFor({ state: "detached" });
  expect(await statusOf(order.id)).toBe("completed");
  const trail = await stage.rows(
    "select actor, to_state from order_history where order_id = $1 and axis = 'status' order by version",
    [order.id],
  );
  expect(trail.slice(2)).toEqual(
    ["accepted", "preparing", "delivering", "completed"].map((to_state) => ({ actor: "store", to_state })),
  );
  await screen.button("退出登录").click();
  await screen.page.waitForURL(/\/admin\/login$/);
  expect(screen.complaints).toEqual([]);
  await screen.close();
});

test("a store that cannot cook cancels after being asked, and the customer has the reason", async () => {
  const customer = await newCustomer(stage);
  const order = await paidOrder(stage, customer);
  const screen = await desk();
  await screen.open("/admin-login");
  await enterAsStaff(screen, stage, "13900000003");
  await screen.page.getByRole("link", { name: "订单看板" }).click();
  await screen.page.getByLabel("门店名称或地址").fill("徐家汇");
  await screen.button("搜索").click();
  await screen.button(/^食单·徐家汇店/).click();
  const card = screen.page.getByRole("article", { name: order.pickupCode });
  await card.getByRole("button", { name: `${order.pickupCode} 取消` }).click();
  await screen.button("再想想").click();
  expect(await statusOf(order.id)).toBe("paid");
  await card.getByRole("button", { name: `${order.pickupCode} 取消` }).click();
  await screen.button("取消订单").click();
  await card.waitFor({ state: "detached" });
  const [row] = await stage.rows("select status, cancel_reason, paid_fen from orders where id = $1", [
    order.id,
  ]);
  expect(row).toMatchObject({ status: "cancelled", cancel_reason: "门店无法制作" });
  expect(screen.complaints).toEqual([]);
  await screen.close();
});

test("an agent is told that the board is not theirs, a stranger gets no further than the login", async () => {
  const screen = await desk(/401/);
  await screen.open("/admin/login?redirect=%2Fadmin%2Forders");
  await enterAsStaff(screen, stage, "13900000001");
  await screen.page.getByText("订单看板只对门店和管理员开放").waitFor();
  await screen.button("退出登录").click();
  await screen.page.getByLabel("手机号").fill("13811112222");
  await screen.button("获取验证码").click();
  await screen.page.getByText("验证码已发送").last().waitFor();
  await screen.page.getByLabel("验证码", { exact: true }).fill("123456");
  await screen.button("登录").click();
  await screen.page.getByText("验证码错误或已过期").waitFor();
  expect(screen.path).toMatch(/^\/admin\/login/);
  expect(screen.complaints).toEqual([]);
  await screen.close();
});
