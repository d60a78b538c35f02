import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAs } from "../../scripts/lib/wallet.ts";
import { type Customer, newCustomer } from "./support/customer.ts";
import { engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

/** An order of a customer; its id. */
async function newOrder({ token, addressId }: Customer): Promise<string> {
  const form = {
    order_type: "takeaway",
    restaurant_id: "SH001",
    items: [{ id: "10205", quantity: 1 }],
    address_id: addressId,
    expected_total: 3_800,
    client_key: randomUUID(),
  };
  const order = await callAs<{ order_id: string }>(handsets.stage, token, "POST", "order/create", form);
  return order.order_id;
}

/** Binds the number of an older account on the page that offers it. */
async function bind(handset: Handset, { phone }: Customer): Promise<void> {
  await handset.waitText("用手机号下过单？绑定手机号即可查看");
  await handset.press("绑定手机号");
  await handset.fill("手机号", phone);
  // The page behind asks again, as it does every few seconds: what is being typed stays.
  await handset.run("window.dispatchEvent(new Event('online'))");
  await handset.press("获取验证码");
  await handset.waitText("验证码已发送");
  await handset.fill("验证码", await handsets.stage.codeFor(phone));
  await handset.run(
    "[...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent === '绑定手机号').click()",
  );
}

describe.each(engines)("in %s", (engine) => {
  test("a link to an order of one's account by phone leads to the merge, and shows the order afterwards", async () => {
    const older = await newCustomer(handsets.stage);
    const orderId = await newOrder(older);
    const { handset, openid } = await handsets.open(engine);
    await handset.open(`/order/${orderId}`);
    await handset.press("去登录");
    await handset.waitText("订单不存在");
    await bind(handset, older);
    await handset.waitText("剩余支付时间");
    expect(await handset.path()).toBe(`/order/${orderId}`);
    const merged = await handsets.stage.rows("select openid from users where phone = $1", [older.phone]);
    expect(merged).toEqual([{ openid }]);
  });

  test("an empty list of orders leads to the merge, and lists the orders afterwards", async () => {
    const older = await newCustomer(handsets.stage);
    await newOrder(older);
    const { handset } = await handsets.open(engine);
    await handset.open("/login?redirect=%2Forders");
    await handset.waitText("还没有订单");
    await bind(handset, older);
    await handset.waitText("食单·徐家汇店");
    expect(await handset.path()).toBe("/orders");
  });

  test("a customer who has a phone number is offered nothing", async () => {
    const { stage } = handsets;
    const customer = await newCustomer(stage);
    const { handset } = await handsets.open(engine);
    await handset.open("/__wechat");
    await handset.run(`localStorage.setItem("token", ${JSON.stringify(customer.token)})`);
    await handset.open("/orders");
    await handset.waitText("还没有订单");
    await handset.open("/order/AAAAAAAAAAAAAAAAAAAAAA");
    await handset.waitText("订单不存在");
    expect(await handset.run<string>("return document.body.innerText")).not.toContain("用手机号下过单");
  });
});
