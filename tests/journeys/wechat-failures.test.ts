import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPhoneNumber } from "../../scripts/lib/Phone.ts";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import {
  countCalls,
  createAuthCode,
  setClientBehaviour,
  setPlatformBehaviour,
  waitForSdkResults,
} from "./support/wechat.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

const countUsers = async () =>
  (await devices.environment.queryRows<{ n: string }>("select count(*) as n from users"))[0]?.n;
const readToken = (device: Device) => device.run<string | null>("return localStorage.getItem('token')");
const waitForSmsForm = (device: Device) => device.waitText("获取验证码");

async function logInBySms(device: Device): Promise<void> {
  const number = createPhoneNumber();
  await device.fill("手机号", number);
  await device.run("document.querySelector('[role=checkbox]').click()");
  await device.press("获取验证码");
  await device.waitText("秒后重发");
  await device.fill("验证码", await devices.environment.readLatestCode(number));
  await device.press("登录");
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
      const { handset: device } = await devices.open(engine);
      const before = await countUsers();
      await setPlatformBehaviour(devices.environment, change);
      await device.open("/address-select");
      await waitForSmsForm(device);
      await device.waitText(text);
      expect(await device.path()).toMatch(/^\/login\?redirect=%2Faddress-select&wechat=/);
      expect(await countUsers()).toBe(before);
      await device.reload();
      await waitForSmsForm(device);
      await logInBySms(device);
      await device.waitPath(/^\/address-select$/);
    },
  );

  test("an authorisation page that cannot be opened is not requested again", async () => {
    const { handset: device } = await devices.open(engine);
    await setPlatformBehaviour(devices.environment, { authorize: "down" });
    await device.open("/login?redirect=%2Faddress-select");
    await expect.poll(() => hasLeft(device)).toBe(true);
    await device.open("/address-select");
    await waitForSmsForm(device);
    await logInBySms(device);
    await device.waitPath(/^\/address-select$/);
  });

  test("on a snapshot page WeChat's bar leads to the full service, which logs in automatically", async () => {
    const { handset: device, openid } = await devices.open(engine);
    await setPlatformBehaviour(devices.environment, { authorize: "snapshot" });
    await device.open("/address-select");
    await device.waitText("当前页面只能浏览");
    await device.press("使用完整服务");
    await device.waitPath(/^\/address-select$/);
    await device.waitText("新增地址");
    expect(
      await devices.environment.queryRows("select 1 from users where openid = $1", [openid]),
    ).toHaveLength(1);
  });

  test("a forged return binds nothing, and neither does another user's", async () => {
    const { handset: device } = await devices.open(engine);
    const before = await countUsers();
    await device.open("/wechat-callback?code=forged&state=forged");
    await device.waitText("继续登录");
    expect(await readToken(device)).toBeNull();
    const code = await createAuthCode(devices.environment, "oSomebodyElse");
    await device.open(`/wechat-callback?code=${code}&state=forged`);
    await device.waitText("继续登录");
    expect(await readToken(device)).toBeNull();
    expect(await countUsers()).toBe(before);
  });

  test("going back into a used return keeps the session, and leaves no code in the history", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/takeaway");
    await device.press("开始点餐");
    await device.waitPath(/^\/takeaway-menu$/);
    await device.press("同意并继续");
    await device.waitText("选择收货地址");
    await device.waitModalHistory();
    const token = await readToken(device);
    expect(token).not.toBeNull();
    const used = (await waitForSdkResults(devices.environment)).at(-1);
    // Not opened by the driver, whose wait the page would break off by leaving at once.
    await device.run(`window.isBefore = true; location.assign(${JSON.stringify(used)})`);
    await expect.poll(() => device.run("return window.isBefore !== true"), { timeout: 30_000 }).toBe(true);
    await device.waitPath(/^\/takeaway-menu$/);
    await device.waitText("选择收货地址");
    expect(await readToken(device)).toBe(token);
    await device.back();
    await device.waitPath(/^\/takeaway-menu$/);
  });

  test("after a logout WeChat waits for a tap", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/login?redirect=%2Fprofile");
    await device.waitPath(/^\/profile$/);
    await device.waitText("绑定手机号");
    await device.press("同意并继续");
    await device.press("退出登录");
    await device.confirm();
    await device.waitText("您还没有登录");
    await device.press("登录");
    await waitForSmsForm(device);
    await device.press("微信登录");
    await device.waitPath(/^\/profile$/);
    await device.waitText("绑定手机号");
  });

  test.each([
    ["config", "invalid"],
    ["config", "silent"],
    ["location", "denied"],
    ["location", "silent"],
  ])("with %s %s the browser tells where the phone is", async (what, how) => {
    const { handset: device } = await devices.open(engine, { position: { lat: 31.1917, lng: 121.4325 } });
    await setClientBehaviour(devices.environment, { [what]: how });
    await device.open("/");
    await device.press("点击定位");
    await device.waitText("已定位到上海");
  });

  test("WeChat verifies the URL its platform uses, and on Android until the history is replaced", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/");
    await device.press("外卖");
    await device.waitPath(/^\/takeaway$/);
    const isIphone = engine === "WebKit";
    expect(await readPaymentResult(device, "/")).toBe(isIphone ? "ok" : "invalid signature");
    expect(await readPaymentResult(device, "/takeaway")).toBe(isIphone ? "invalid signature" : "ok");
    expect(await readPaymentResult(device, isIphone ? "/" : "/takeaway", "geoLocation")).toBe("ok");
    const replaced = await readPaymentResult(device, isIphone ? "/" : "/takeaway", "replaceState");
    expect(replaced).toBe(isIphone ? "ok" : "fail, the permission value is offline verifying");
  });

  test.each([
    ["gives up", { location: "cancel" }],
    ["is not told, and the phone refuses too", { location: "denied" }],
  ])("when WeChat %s, the city is typed", async (_how, change) => {
    const { handset: device } = await devices.open(engine, { position: null });
    await setClientBehaviour(devices.environment, change);
    const earlier = await countCalls(devices.environment, "geoLocation");
    await device.open("/");
    await device.press("点击定位");
    await device.waitText("定位失败，请手动输入城市");
    await expect.poll(() => countCalls(devices.environment, "geoLocation")).toBeGreaterThan(earlier);
  });
});

/** Returns whether the phone shows a browser error page instead of the app or a WeChat page. */
async function hasLeft(device: Device): Promise<boolean> {
  return !(await device.run<boolean>("return document.getElementById('root') !== null"));
}

/**
 * Returns the native side's result for a server signature of a path, or for a following call for the
 * position, at once or after the history entry was replaced.
 */
async function readPaymentResult(
  device: Device,
  path: string,
  then: "nothing" | "geoLocation" | "replaceState" = "nothing",
): Promise<string> {
  await device.run(`
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
  let result: string | null = null;
  await expect
    .poll(
      async () => {
        result = await device.run<string | null>("return window.verdict");
        return result;
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
  return result ?? "";
}
