import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cartOf, shrimpRice } from "./support/cart.ts";
import { addAddress, nearStore, newToken } from "./support/customer.ts";
import { type Engine, engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { behaveAs, platformDoes } from "./support/wechat.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

/** A customer in WeChat with an address and a cart, in front of the order form; without an openid when `isUnknown`. */
async function openForm(
  engine: Engine,
  { isUnknown = false } = {},
): Promise<{ handset: Handset; userId: string }> {
  const { stage } = handsets;
  const { handset, openid } = await handsets.open(engine);
  const userId = `wechat${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await stage.rows(
    "insert into users (id, nickname, invite_code, phone, openid, created_at) values ($1, '', $1, $2, $3, now())",
    [userId, `137${userId.slice(-8)}`, isUnknown ? null : openid],
  );
  const token = await newToken(stage, userId);
  await addAddress(stage, token, nearStore);
  const kept = { token, takeawayCart: JSON.stringify(cartOf([shrimpRice])) };
  // A page of this origin that is not the app.
  await handset.open("/__wechat");
  await handset.run(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
  await handset.open("/takeaway-menu");
  await handset.press("选好了");
  await handset.waitPath(/^\/order-confirm/);
  return { handset, userId };
}

const paymentOf = (userId: string) =>
  handsets.stage.rows<{ status: string; paid_fen: string }>(
    "select status, paid_fen from orders where user_id = $1",
    [userId],
  );

describe.each(engines)("in %s", (engine) => {
  test.each([
    ["cancel", "支付已取消"],
    ["fail", "支付没有完成"],
  ])("a sheet that ends with %s leaves an order that can be paid again", async (payment, text) => {
    const { handset, userId } = await openForm(engine);
    await behaveAs(handsets.stage, { payment });
    await handset.press("提交订单");
    await handset.waitText(text);
    expect(await paymentOf(userId)).toEqual([{ status: "pending_payment", paid_fen: "0" }]);
    await behaveAs(handsets.stage, { payment: "ask" });
    await handset.press("去支付");
    await handset.press("确认支付");
    await handset.waitText("已付款");
    expect((await paymentOf(userId))[0]?.status).toBe("paid");
  });

  test("a sheet that takes the money and never answers ends as paid", async () => {
    const { handset, userId } = await openForm(engine);
    await behaveAs(handsets.stage, { payment: "lost" });
    await handset.press("提交订单");
    await handset.waitText("已付款");
    expect((await paymentOf(userId))[0]?.status).toBe("paid");
  });

  test("a sheet that never opens can be asked for again", async () => {
    const { handset, userId } = await openForm(engine);
    await behaveAs(handsets.stage, { payment: "silent" });
    await handset.press("提交订单");
    await handset.waitText("正在确认支付结果");
    await behaveAs(handsets.stage, { payment: "success" });
    await handset.press("去支付");
    await handset.waitText("已付款");
    expect((await paymentOf(userId))[0]?.status).toBe("paid");
  });

  test("a customer of SMS pays in WeChat after one silent trip, and the payment goes on by itself", async () => {
    const { handset, userId } = await openForm(engine, { isUnknown: true });
    await handset.press("提交订单");
    await handset.press("确认支付");
    await handset.waitText("已付款");
    const bound = "select openid from users where id = $1";
    const [account] = await handsets.stage.rows<{ openid: string | null }>(bound, [userId]);
    expect(account?.openid).toMatch(/^oJourney/);
    expect(await handset.path()).toMatch(/^\/order\/[\w-]+$/);
  });

  test("without an openid the order waits, and the page shows how to open it in a browser", async () => {
    const { handset, userId } = await openForm(engine, { isUnknown: true });
    await platformDoes(handsets.stage, { authorize: "refuse" });
    await handset.press("提交订单");
    await handset.waitText("微信里暂时不能支付");
    await handset.press("怎么打开");
    await handset.waitText("在浏览器打开");
    await handset.press("知道了");
    expect((await paymentOf(userId))[0]?.status).toBe("pending_payment");
  });
});
