import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAs, issueCard } from "../../scripts/lib/wallet.ts";
import { engines } from "./support/Handset.ts";
import { openForm } from "./support/openForm.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { newStaffToken } from "./support/staff.ts";
import { behaveAs, wechatLog } from "./support/wechat.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

const containers = ["mini_program", "mini_program_unnamed"] as const;
const cells = engines.flatMap((engine) => containers.map((container) => ({ engine, container })));
const sheets = async () =>
  (await wechatLog(handsets.stage)).calls.filter(({ name }) => name === "getBrandWCPayRequest").length;
const attemptsOf = (userId: string) =>
  handsets.stage.rows(
    "select 1 from payment_attempts a join orders o on o.id = a.order_id where o.user_id = $1",
    [userId],
  );

describe("in the web-view of a mini-program that has no page to pay on", () => {
  test.each(cells)(
    "$engine, $container: it is said before and after, and no sheet is asked for",
    async (cell) => {
      const { handset, userId } = await openForm(handsets, cell.engine, { container: cell.container });
      const before = await sheets();
      await handset.waitText("小程序里不能直接支付，提交后可复制链接到微信打开");
      await handset.press("提交订单");
      await handset.waitText("小程序里不能直接用微信支付");
      await handset.waitText("可以用会员卡支付");
      const path = await handset.path();
      expect(path).toMatch(/^\/order\/[\w-]+$/);
      await handset.waitText(`${handsets.stage.installation.wechatUrl}${path}`);
      await handset.press("复制链接");
      for (let nth = 0; nth < 2; nth++) await handset.press("去支付");
      await handset.waitText("小程序里不能直接用微信支付");
      expect(await handset.run<string>("return document.body.innerText")).not.toContain("支付没有完成");
      expect([await sheets(), await attemptsOf(userId)]).toEqual([before, []]);
    },
  );

  test.each(engines)("%s: the member card pays there", async (engine) => {
    const { handset } = await openForm(handsets, engine, { container: "mini_program" });
    const token = await handset.run<string>("return localStorage.getItem('token');");
    const admin = await newStaffToken(handsets.stage, "13900000003");
    await callAs(handsets.stage, token, "POST", "card/bind", await issueCard(handsets.stage, admin, 10_000));
    await handset.press("提交订单");
    await handset.waitText("余额 ¥100.00");
    await handset.run("document.querySelectorAll('input[name=payment_method]')[1].click();");
    await handset.press("去支付");
    await handset.waitText("已付款");
  });
});

describe("in the web-view of a mini-program with a page to pay on", () => {
  beforeAll(async () => {
    const { installation } = handsets.stage;
    await installation.killServer();
    await installation.startServer({ MINI_PROGRAM_PAY_PATH: "/pages/pay/index" });
  });

  test.each(cells)("$engine, $container: that page opens with the order's number", async (cell) => {
    const { handset, userId } = await openForm(handsets, cell.engine, { container: cell.container });
    await handset.waitText("将打开小程序的支付页面");
    await handset.press("提交订单");
    await handset.press("返回网页");
    await handset.waitPath(/^\/order\/[\w-]+$/);
    const orderId = (await handset.path()).replace("/order/", "");
    const call = { name: "navigateTo", arg: { url: `/pages/pay/index?order_id=${orderId}` } };
    expect((await wechatLog(handsets.stage)).mini_program.at(-1)).toEqual(call);
    await handset.press("去支付");
    await handset.press("返回网页");
    expect((await wechatLog(handsets.stage)).mini_program.slice(-2)).toEqual([call, call]);
    expect(await attemptsOf(userId)).toEqual([]);
    await behaveAs(handsets.stage, { container: "browser" });
    await handset.reload();
    await handset.press("去支付");
    await handset.press("确认支付");
    await handset.waitText("已付款");
  });
});
