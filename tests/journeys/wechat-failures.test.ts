import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone, PhoneOptions } from "../../scripts/lib/Phone.ts";
import { openStage, type Stage } from "../../scripts/lib/stage.ts";
import { cartOf, shrimpRice } from "./support/cart.ts";
import { addAddress, nearStore, newToken } from "./support/customer.ts";
import { behaveAs, openWechat, platformDoes, wechatLog } from "./support/wechat.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  await stage.close();
});

/** Faults that the page is told of, and writes down for developers. */
const told =
  /the way back from WeChat|login did not start|setting the card|locating failed|Failed to load resource|sheet did not open/;

const smsForm = (phone: Phone) => phone.button("获取验证码").waitFor();
const users = async () => (await stage.rows<{ n: string }>("select count(*) as n from users"))[0]?.n;

/** What a phone in WeChat remembers: the token of an account, with a cart for the store nearby. */
function remembered(token: string): NonNullable<PhoneOptions["storage"]> {
  const kept = { token, takeawayCart: JSON.stringify(cartOf([shrimpRice])) };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: stage.installation.wechatUrl, localStorage }] };
}

/** A customer in WeChat with an address and a cart, in front of the order form; without an openid when `isUnknown`. */
async function openForm({ isUnknown = false } = {}): Promise<{ phone: Phone; userId: string }> {
  const userId = `wechat${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  const token = await (async () => {
    await stage.rows(
      "insert into users (id, nickname, invite_code, phone, created_at) values ($1, '', $1, $2, now())",
      [userId, `137${userId.slice(-8)}`],
    );
    return newToken(stage, userId);
  })();
  await addAddress(stage, token, nearStore);
  const { phone, openid } = await openWechat(stage, { storage: remembered(token), expected: told });
  if (!isUnknown) await stage.rows("update users set openid = $2 where id = $1", [userId, openid]);
  await phone.open("/takeaway-menu");
  await phone.button(/^选好了/).click();
  await phone.page.getByText("配送费").waitFor();
  return { phone, userId };
}

const paymentOf = (userId: string) =>
  stage.rows<{ status: string; paid_fen: string }>("select status, paid_fen from orders where user_id = $1", [
    userId,
  ]);

test.each([
  ["refuses", { authorize: "refuse" }, "没有得到微信授权"],
  ["has a snapshot page in front", { authorize: "snapshot" }, "当前页面只能浏览"],
  ["meets a provider that is down", { api: "down" }, "微信登录暂不可用"],
  ["meets a provider that errs", { api: "error", errcode: 40029 }, "微信登录暂不可用"],
])("who %s logs in by SMS, is not asked again, and gets where it was going", async (_what, change, text) => {
  const { phone } = await openWechat(stage, { expected: told });
  const before = await users();
  await platformDoes(stage, change);
  await phone.open("/address-select");
  await smsForm(phone);
  await phone.page.getByText(text).waitFor();
  expect(phone.path).toMatch(/^\/login\?redirect=%2Faddress-select&wechat=/);
  expect(await users()).toBe(before);
  await phone.page.reload();
  await smsForm(phone);
  await phone.login();
  expect(phone.path).toBe("/address-select");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("a forged return binds nothing, and going back into a used one logs nobody out", async () => {
  const { phone } = await openWechat(stage, { expected: told });
  const before = await users();
  await phone.open("/wechat-callback?code=forged&state=forged");
  await smsForm(phone);
  expect(await users()).toBe(before);
  const returns: string[] = [];
  phone.page.on("request", (request) => {
    if (request.url().includes("/wechat-callback?")) returns.push(request.url());
  });
  await phone.button("首页").or(phone.button("返回")).first().click();
  await phone.open("/orders");
  await phone.close();

  const second = await openWechat(stage, { expected: told });
  second.phone.page.on("request", (request) => {
    if (request.url().includes("/wechat-callback?")) returns.push(request.url());
  });
  await second.phone.open("/takeaway");
  await second.phone.button("开始点餐").click();
  await second.phone.page.waitForURL(/\/takeaway-menu$/);
  expect(returns).toHaveLength(1);
  await second.phone.page.goto(returns[0] ?? "");
  await second.phone.page.waitForURL(/127\.0\.0\.1:\d+\/$/);
  const token = await second.phone.page.evaluate(() => window.localStorage.getItem("token"));
  expect(token).not.toBeNull();
  await second.phone.page.goBack();
  expect(second.phone.path).not.toContain("code=");
  expect(second.phone.complaints).toEqual([]);
  await second.phone.close();
});

test("after a logout WeChat waits for a tap", async () => {
  const { phone } = await openWechat(stage, { expected: told });
  await phone.open("/login?redirect=%2Fprofile");
  await phone.page.waitForURL(/\/profile$/);
  await phone.button("退出登录").click();
  await phone.page.locator(".rv-dialog__confirm").click();
  await phone.page.getByText("您还没有登录").waitFor();
  await phone.button("登录").click();
  await smsForm(phone);
  await phone.button("微信登录").click();
  await phone.page.waitForURL(/\/profile$/);
  await phone.button("绑定手机号").waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test.each([
  ["cancel", "支付已取消"],
  ["fail", "支付没有完成"],
])("a sheet that ends with %s leaves an order that can be paid again", async (payment, text) => {
  const { phone, userId } = await openForm();
  await behaveAs(stage, { payment });
  await phone.button(/提交订单/).click();
  await phone.page.getByText(text).waitFor();
  expect(await paymentOf(userId)).toEqual([{ status: "pending_payment", paid_fen: "0" }]);
  await behaveAs(stage, { payment: "ask" });
  await phone.button("去支付").click();
  await phone.button("确认支付").click();
  await phone.page.getByText("已付款").first().waitFor();
  expect((await paymentOf(userId))[0]?.status).toBe("paid");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("a sheet that takes the money and never answers ends as paid", async () => {
  const { phone, userId } = await openForm();
  await behaveAs(stage, { payment: "lost" });
  await phone.button(/提交订单/).click();
  await phone.page.getByText("已付款").first().waitFor({ timeout: 40_000 });
  expect((await paymentOf(userId))[0]?.status).toBe("paid");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("a sheet that never opens can be asked for again", async () => {
  const { phone, userId } = await openForm();
  await behaveAs(stage, { payment: "silent" });
  await phone.button(/提交订单/).click();
  await phone.page.getByText("正在确认支付结果").waitFor({ timeout: 30_000 });
  await behaveAs(stage, { payment: "success" });
  await phone.button("去支付").click();
  await phone.page.getByText("已付款").first().waitFor();
  expect((await paymentOf(userId))[0]?.status).toBe("paid");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("a customer of SMS pays in WeChat after one silent trip, and the payment goes on by itself", async () => {
  const { phone, userId } = await openForm({ isUnknown: true });
  await phone.button(/提交订单/).click();
  await phone.button("确认支付").click();
  await phone.page.getByText("已付款").first().waitFor();
  const [account] = await stage.rows<{ openid: string | null }>("select openid from users where id = $1", [
    userId,
  ]);
  expect(account?.openid).toMatch(/^oJourney/);
  expect(phone.path).toMatch(/^\/order\/[\w-]+$/);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("without an openid the order waits, and the page shows how to open it in a browser", async () => {
  const { phone, userId } = await openForm({ isUnknown: true });
  await platformDoes(stage, { authorize: "refuse" });
  await phone.button(/提交订单/).click();
  await phone.page.getByText("微信里暂时不能支付").waitFor();
  await phone.button("怎么打开").click();
  await phone.page.getByText("在浏览器打开").waitFor();
  await phone.button("知道了").click();
  expect((await paymentOf(userId))[0]?.status).toBe("pending_payment");
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test.each([
  ["config", "invalid"],
  ["config", "silent"],
  ["location", "denied"],
  ["location", "silent"],
])("with %s %s the browser tells where the phone is", async (what, how) => {
  const { phone } = await openWechat(stage, { expected: told });
  await behaveAs(stage, { [what]: how });
  await phone.open("/");
  await phone.button(/点击定位/).click();
  await phone.page.getByText("已定位到上海").waitFor({ timeout: 20_000 });
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test("when nobody tells where the phone is, the city is typed", async () => {
  const { phone } = await openWechat(stage, { expected: told, position: null });
  await behaveAs(stage, { location: "cancel" });
  await phone.open("/");
  await phone.button(/点击定位/).click();
  await phone.page.getByText("定位失败，请手动输入城市").waitFor({ timeout: 20_000 });
  expect((await wechatLog(stage)).calls.some(({ name }) => name === "geoLocation")).toBe(true);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
