import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "./support/Handset.ts";
import { openForm } from "./support/openForm.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { behaveAs, platformDoes } from "./support/wechat.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

const paymentOf = (userId: string) =>
  handsets.stage.rows<{ status: string; paid_fen: string }>(
    "select status, paid_fen from orders where user_id = $1",
    [userId],
  );

const payersOf = (userId: string) =>
  handsets.stage.rows<{ openid: string | null; payer: string | null }>(
    `select u.openid, a.payer_openid as payer from users u join orders o on o.user_id = u.id
       join payment_attempts a on a.order_id = o.id where u.id = $1 order by a.out_trade_no`,
    [userId],
  );

describe.each(engines)("in %s", (engine) => {
  test.each([
    ["cancel", "您取消了支付"],
    ["fail", "支付没有完成"],
  ])("a sheet that ends with %s leaves an order that can be paid again", async (payment, text) => {
    const { handset, userId } = await openForm(handsets, engine);
    await behaveAs(handsets.stage, { payment });
    await handset.press("提交订单");
    await handset.waitText(text);
    expect(await paymentOf(userId)).toEqual([{ status: "pending_payment", paid_fen: "0" }]);
    await behaveAs(handsets.stage, { payment: "ask" });
    await handset.press("去支付");
    await handset.press("确认支付");
    await handset.waitText("已付款");
    expect((await paymentOf(userId))[0]?.status).toBe("paid");
    await handset.back();
    await handset.waitPath(/^\/takeaway-menu/);
  });

  test("a sheet that takes the money and never answers ends as paid", async () => {
    const { handset, userId } = await openForm(handsets, engine);
    await behaveAs(handsets.stage, { payment: "lost" });
    await handset.press("提交订单");
    await handset.waitText("已付款");
    expect((await paymentOf(userId))[0]?.status).toBe("paid");
  });

  test("a sheet that never opens can be asked for again", async () => {
    const { handset, userId } = await openForm(handsets, engine);
    await behaveAs(handsets.stage, { payment: "silent" });
    await handset.press("提交订单");
    await handset.waitText("暂时查不到支付结果");
    await handset.waitText("已完成支付");
    await behaveAs(handsets.stage, { payment: "success" });
    await handset.press("去支付");
    await handset.waitText("已付款");
    expect((await paymentOf(userId))[0]?.status).toBe("paid");
  });

  test("a WeChat whose object comes late takes back that it cannot pay, and pays", async () => {
    const { stage } = handsets;
    const { handset, userId } = await openForm(handsets, engine);
    await behaveAs(stage, { bridge: "late" });
    await handset.reload();
    await handset.press("提交订单");
    await handset.waitText("微信里暂时不能支付");
    await handset.run("document.dispatchEvent(new Event('__wechat-arrive'))");
    const says = (text: string) =>
      handset.run<boolean>(`return document.body.innerText.includes(${JSON.stringify(text)})`);
    await expect.poll(() => says("微信里暂时不能支付")).toBe(false);
    await handset.press("去支付");
    await handset.press("确认支付");
    await handset.waitText("已付款");
    expect((await paymentOf(userId))[0]?.status).toBe("paid");
  });

  test("a customer of SMS pays in WeChat after one silent trip, and the payment goes on by itself", async () => {
    const { handset, userId, openid } = await openForm(handsets, engine, { isUnknown: true });
    await handset.press("提交订单");
    await handset.press("确认支付");
    await handset.waitText("已付款");
    expect(await payersOf(userId)).toEqual([{ openid: null, payer: openid }]);
    expect(await handset.path()).toMatch(/^\/order\/[\w-]+$/);
  });

  test("whose WeChat belongs to another account of theirs pays with it, and nothing is bound", async () => {
    const { handset, userId, openid } = await openForm(handsets, engine, { isUnknown: true });
    await handsets.stage.rows(
      "insert into users (id, nickname, invite_code, openid, created_at) values ($1, '', $1, $2, now())",
      [`other${userId}`, openid],
    );
    await handset.press("提交订单");
    await handset.waitText("确认支付");
    await handset.run("document.getElementById('__wechat-pay-cancel').click()");
    await handset.waitText("您取消了支付");
    await handset.press("去支付");
    await handset.press("确认支付");
    await handset.waitText("已付款");
    expect(await payersOf(userId)).toEqual([{ openid: null, payer: openid }]);
    expect(await payersOf(`other${userId}`)).toEqual([]);
  });

  test("whose account has another WeChat than the one in hand pays after one more press", async () => {
    const { handset, userId, openid } = await openForm(handsets, engine);
    await handsets.stage.rows("update users set openid = $2 where id = $1", [userId, `oElse${userId}`]);
    await handset.press("提交订单");
    await handset.waitText("支付没有完成");
    await handset.press("去支付");
    await handset.press("确认支付");
    await handset.waitText("已付款");
    expect((await payersOf(userId)).at(-1)).toEqual({ openid: `oElse${userId}`, payer: openid });
  });

  test("without an openid the order waits, and the page shows how to open it in a browser", async () => {
    const { handset, userId } = await openForm(handsets, engine, { isUnknown: true });
    await platformDoes(handsets.stage, { authorize: "refuse" });
    await handset.press("提交订单");
    await handset.waitText("微信里暂时不能支付");
    await handset.press("怎么打开");
    await handset.waitText("在浏览器打开");
    await handset.press("知道了");
    expect((await paymentOf(userId))[0]?.status).toBe("pending_payment");
  });
});
