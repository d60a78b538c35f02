import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

test("from the home page to a paid order: login, address, menu, cart, confirm, cashier, order, list", async () => {
  const phone = await environment.phone();
  const { page } = phone;
  await phone.open("/");
  await page.getByText("外卖", { exact: true }).first().click();
  await page.getByText("开始点餐").click();
  await page.waitForURL(/\/login\?redirect=%2Ftakeaway-menu/);
  const number = await phone.login();
  expect(phone.path).toBe("/takeaway-menu");

  await phone.button("选择收货地址").first().click();
  await page.waitForURL(/\/address-select/);
  const form = {
    recipient: "王小明",
    phone: "138 1234 5678",
    keyword: "漕溪",
    place: "中金国际广场",
    house: "1201室",
  };
  await phone.addAddress(form);
  await page.getByText("默认", { exact: true }).waitFor();
  await page.getByText("中金国际广场").first().click();
  await page.waitForURL(/\/takeaway-menu/);
  await page.getByText("食单·徐家汇店").waitFor();

  await page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await phone.button("增加滑蛋虾仁饭").click();
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("卤肉饭");
  await phone.button("选规格").first().click();
  await phone.button(/^增加.*加大/).click();
  await phone.button(/^加入购物车/).click();
  await phone.button(/^选好了/).click();
  await page.waitForURL(/\/order-confirm/);

  await page.getByText("配送费").waitFor();
  await page.getByLabel("备注").fill("少辣，放门口");
  await phone.button(/提交订单/).dblclick();
  await page.waitForURL(/\/pay\/cashier/);
  await page.getByText("¥64.00").waitFor();
  await phone.button("确认支付").click();
  await page.waitForURL(/\/order\/[\w-]+/);
  await page.getByRole("heading", { name: "已付款" }).waitFor();

  await phone.open("/orders");
  await page.getByText("食单·徐家汇店").first().waitFor();
  await page.getByText("已付款").first().waitFor();
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();

  const orders = await environment.queryRows(
    `select o.status, o.goods_fen, o.delivery_fee_fen, o.paid_fen, o.remark, o.address->>'houseNumber' as house, u.phone
       from orders o join users u on u.id = o.user_id where u.phone = $1`,
    [number],
  );
  expect(orders).toEqual([
    {
      status: "paid",
      goods_fen: "6400",
      delivery_fee_fen: "0",
      paid_fen: "6400",
      remark: "少辣，放门口",
      house: "1201室",
      phone: number,
    },
  ]);
  const money = await environment.queryRows(
    `select a.state, a.amount_fen, a.channel from payment_attempts a join orders o on o.id = a.order_id
       join users u on u.id = o.user_id where u.phone = $1`,
    [number],
  );
  expect(money).toEqual([{ state: "success", amount_fen: "6400", channel: "h5" }]);
  const books = (await (await fetch(`${environment.installation.sandboxUrl}/pay/books`)).json()) as {
    totals: { paid: number };
  };
  expect(books.totals.paid).toBe(6400);
});

test("paying is abandoned at the cashier, resumed from the order, and a cancelled order ends", async () => {
  const phone = await environment.phone();
  const { page } = phone;
  await phone.open("/login?redirect=%2Faddress-select");
  await phone.login();
  await phone.addAddress({
    recipient: "李雷",
    phone: "13912345678",
    keyword: "漕溪",
    place: "中金国际广场",
    house: "2室",
  });
  await page.getByText("中金国际广场").first().click();
  for (const round of ["pay", "cancel"]) {
    await phone.open("/takeaway-menu");
    await page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
    await phone.button("增加滑蛋虾仁饭").click();
    await phone.button(/^选好了/).click();
    await phone.button(/提交订单/).click();
    await page.waitForURL(/\/pay\/cashier/);
    await phone.button("取消支付").click();
    await page.waitForURL(/\/order\/[\w-]+/);
    await page.getByText("待付款").first().waitFor();
    if (round === "pay") {
      await phone.button("去支付").click();
      await page.waitForURL(/\/pay\/cashier/);
      await phone.button("确认支付").click();
      await page.getByRole("heading", { name: "已付款" }).waitFor();
    } else {
      await phone.button("取消订单").click();
      await page.getByText("不想要了").click();
      await phone
        .button(/确定|确认取消|取消订单/)
        .last()
        .click();
      await page.getByText("已取消").first().waitFor();
    }
  }
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
