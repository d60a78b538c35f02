import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newNumber } from "../../scripts/lib/Phone.ts";
import { engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { behaveAs, codeFor, platformDoes, wechatLog, wechatReturns } from "./support/wechat.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

const users = async () => (await handsets.stage.rows<{ n: string }>("select count(*) as n from users"))[0]?.n;
const tokenOf = (handset: Handset) => handset.run<string | null>("return localStorage.getItem('token')");
const smsForm = (handset: Handset) => handset.waitText("获取验证码");

async function logInBySms(handset: Handset): Promise<void> {
  const number = newNumber();
  await handset.fill("手机号", number);
  await handset.press("获取验证码");
  await handset.waitText("验证码已发送");
  await handset.fill("验证码", await handsets.stage.codeFor(number));
  await handset.press("登录");
}

describe.each(engines)("in %s", (engine) => {
  test.each([
    ["refuses", { authorize: "refuse" }, "没有得到微信授权"],
    ["has a snapshot page in front", { authorize: "snapshot" }, "当前页面只能浏览"],
    ["meets a provider that is down", { api: "down" }, "微信登录暂不可用"],
    ["meets a provider that does not answer", { api: "slow", api_delay_ms: 600_000 }, "微信登录暂不可用"],
    ["brings a code that was used", { api: "error", errcode: 40163 }, "微信登录暂不可用"],
    ["brings a code that is too old", { api: "error", errcode: 42003 }, "微信登录暂不可用"],
  ])(
    "who %s logs in by SMS, is not asked again, and gets where it was going",
    async (_what, change, text) => {
      const { handset } = await handsets.open(engine);
      const before = await users();
      await platformDoes(handsets.stage, change);
      await handset.open("/address-select");
      await smsForm(handset);
      await handset.waitText(text);
      expect(await handset.path()).toMatch(/^\/login\?redirect=%2Faddress-select&wechat=/);
      expect(await users()).toBe(before);
      await handset.reload();
      await smsForm(handset);
      await logInBySms(handset);
      await handset.waitPath(/^\/address-select$/);
    },
  );

  test("a page of authorisation that cannot be opened is not asked for again", async () => {
    const { handset } = await handsets.open(engine);
    await platformDoes(handsets.stage, { authorize: "down" });
    await handset.open("/login?redirect=%2Faddress-select");
    await expect.poll(() => isAway(handset)).toBe(true);
    await handset.open("/address-select");
    await smsForm(handset);
    await logInBySms(handset);
    await handset.waitPath(/^\/address-select$/);
  });

  test("on a snapshot page the bar of WeChat leads to the whole service, which logs in by itself", async () => {
    const { handset, openid } = await handsets.open(engine);
    await platformDoes(handsets.stage, { authorize: "snapshot" });
    await handset.open("/address-select");
    await handset.waitText("当前页面只能浏览");
    await handset.press("使用完整服务");
    await handset.waitPath(/^\/address-select$/);
    await handset.waitText("新增地址");
    expect(await handsets.stage.rows("select 1 from users where openid = $1", [openid])).toHaveLength(1);
  });

  test("a forged return binds nothing, and neither does somebody else's", async () => {
    const { handset } = await handsets.open(engine);
    const before = await users();
    await handset.open("/wechat-callback?code=forged&state=forged");
    await handset.waitText("继续登录");
    expect(await tokenOf(handset)).toBeNull();
    const code = await codeFor(handsets.stage, "oSomebodyElse");
    await handset.open(`/wechat-callback?code=${code}&state=forged`);
    await handset.waitText("继续登录");
    expect(await tokenOf(handset)).toBeNull();
    expect(await users()).toBe(before);
  });

  test("going back into a used return logs nobody out, and leaves no code in the history", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open("/takeaway");
    await handset.press("开始点餐");
    await handset.waitPath(/^\/takeaway-menu$/);
    await handset.waitText("选择收货地址");
    const token = await tokenOf(handset);
    expect(token).not.toBeNull();
    await handset.open((await wechatReturns(handsets.stage)).at(-1) ?? "");
    await handset.waitPath(/^\/takeaway-menu$/);
    await handset.waitText("选择收货地址");
    expect(await tokenOf(handset)).toBe(token);
    await handset.back();
    await handset.waitPath(/^\/takeaway-menu$/);
  });

  test("after a logout WeChat waits for a tap", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open("/login?redirect=%2Fprofile");
    await handset.waitPath(/^\/profile$/);
    await handset.press("退出登录");
    await handset.confirm();
    await handset.waitText("您还没有登录");
    await handset.press("登录");
    await smsForm(handset);
    await handset.press("微信登录");
    await handset.waitPath(/^\/profile$/);
    await handset.waitText("绑定手机号");
  });

  test.each([
    ["config", "invalid"],
    ["config", "silent"],
    ["location", "denied"],
    ["location", "silent"],
  ])("with %s %s the browser tells where the phone is", async (what, how) => {
    const { handset } = await handsets.open(engine, { position: { lat: 31.1917, lng: 121.4325 } });
    await behaveAs(handsets.stage, { [what]: how });
    await handset.open("/");
    await handset.press("点击定位");
    await handset.waitText("已定位到上海");
  });

  test("WeChat verifies the address that its platform goes by, and on Android until the history is replaced", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open("/");
    await handset.press("外卖");
    await handset.waitPath(/^\/takeaway$/);
    const isIphone = engine === "WebKit";
    expect(await verdict(handset, "/")).toBe(isIphone ? "ok" : "invalid signature");
    expect(await verdict(handset, "/takeaway")).toBe(isIphone ? "invalid signature" : "ok");
    expect(await verdict(handset, isIphone ? "/" : "/takeaway", "geoLocation")).toBe("ok");
    const replaced = await verdict(handset, isIphone ? "/" : "/takeaway", "replaceState");
    expect(replaced).toBe(isIphone ? "ok" : "fail, the permission value is offline verifying");
  });

  test.each([
    ["gives up", { location: "cancel" }],
    ["is not told, and the phone refuses too", { location: "denied" }],
  ])("when WeChat %s, the city is typed", async (_how, change) => {
    const { handset } = await handsets.open(engine, { position: null });
    await behaveAs(handsets.stage, change);
    await handset.open("/");
    await handset.press("点击定位");
    await handset.waitText("定位失败，请手动输入城市");
    const { calls } = await wechatLog(handsets.stage);
    expect(calls.some(({ name }) => name === "geoLocation")).toBe(true);
  });
});

/** Whether the phone shows neither the app nor a page of WeChat's, but a browser's own words of failure. */
async function isAway(handset: Handset): Promise<boolean> {
  return !(await handset.run<boolean>("return document.getElementById('root') !== null"));
}

/**
 * What the native side says to a signature of the app's server for a path, or then to a call for the position, at once
 * or after the entry of the history was replaced.
 */
async function verdict(
  handset: Handset,
  path: string,
  then: "nothing" | "geoLocation" | "replaceState" = "nothing",
): Promise<string> {
  await handset.run(`
    window.verdict = null;
    const tell = ({ err_msg }) => { window.verdict = err_msg.replace(/^[^:]*:/, ""); };
    fetch("/api/v1/wechat/js-config?url=" + encodeURIComponent(location.origin + "${path}"))
      .then((answer) => answer.json())
      .then(({ data }) => WeixinJSBridge.invoke("preVerifyJSAPI", {
        verifyAppId: data.appId, verifyTimestamp: String(data.timestamp), verifyNonceStr: data.nonceStr,
        verifySignature: data.signature, verifyJsApiList: ["geoLocation"],
      }, (answer) => {
        if ("${then}" === "nothing") return tell(answer);
        if ("${then}" === "replaceState") history.replaceState(history.state, "");
        WeixinJSBridge.invoke("geoLocation", { type: "gcj02" }, tell);
      }));
  `);
  let said: string | null = null;
  await expect
    .poll(
      async () => {
        said = await handset.run<string | null>("return window.verdict");
        return said;
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
  return said ?? "";
}
