import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { createAuthCode, setClientBehaviour, setPlatformBehaviour } from "./support/wechat.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

const listUsers = (openid: string) =>
  devices.environment.queryRows("select id from users where openid = $1", [openid]);
const countSessions = async () =>
  (
    await devices.environment.queryRows<{ n: string }>(
      "select count(*) as n from tokens where audience = 'customer'",
    )
  )[0]?.n;
const readToken = (device: Device) => device.run<string | null>("return localStorage.getItem('token')");

describe.each(engines)("in %s", (engine) => {
  test.each(["full", "denied"])(
    "with a storage that is %s one tap logs in, and the app goes on",
    async (storage) => {
      const { handset: device, openid } = await devices.open(engine);
      await setClientBehaviour(devices.environment, { storage });
      await device.open("/address-select");
      await device.press("继续登录");
      await device.waitPath(/^\/address-select$/);
      await device.waitText("新增地址");
      expect(await listUsers(openid)).toHaveLength(1);
    },
  );

  test("with a storage that was lost during the redirect, a login needs one tap, which leads to the target", async () => {
    const { handset: device, openid } = await devices.open(engine);
    await setClientBehaviour(devices.environment, { storage: "lost" });
    const before = await countSessions();
    await device.open("/address-select");
    await device.waitText("点一下就能继续登录");
    expect([await countSessions(), await readToken(device)]).toEqual([before, null]);
    await setClientBehaviour(devices.environment, { storage: "normal" });
    await device.press("继续登录");
    await device.waitPath(/^\/address-select$/);
    await device.waitText("新增地址");
    expect(await listUsers(openid)).toHaveLength(1);
  });

  test("with one storage lost the login is still silent", async () => {
    const { handset: device } = await devices.open(engine);
    await setPlatformBehaviour(devices.environment, { authorize: "hold" });
    await device.open("/address-select");
    await device.waitText("授权页停在这里");
    const back = await device.run<string>("return document.querySelector('a').href");
    await device.open("/__wechat");
    await device.run("sessionStorage.clear()");
    await device.open(back);
    await device.waitPath(/^\/address-select$/);
    expect(await readToken(device)).not.toBeNull();
  });

  test("a stranger's code with a state of this server does not log in; the tap logs in the phone's own customer", async () => {
    const { handset: device, openid } = await devices.open(engine);
    const state = await createState("/profile");
    const code = await createAuthCode(devices.environment, "oAttacker");
    await device.open(`/wechat-callback?code=${code}&state=${state}`);
    await device.waitText("点一下就能继续登录");
    expect(await readToken(device)).toBeNull();
    await device.press("继续登录");
    await device.waitPath(/^\/profile$/);
    await device.waitText("绑定手机号");
    expect([(await listUsers(openid)).length, (await listUsers("oAttacker")).length]).toEqual([1, 0]);
  });

  test("the login by phone is one tap away from there, and leads to the target too", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open(`/wechat-callback?code=forged&state=${await createState("/profile")}`);
    await device.press("用手机号登录");
    await device.waitText("获取验证码");
    expect(await device.path()).toMatch(/^\/login\?redirect=%2Fprofile&/);
  });

  test.each([
    ["an outage", { api: "down" }, "微信登录暂不可用"],
    ["a refusal", { authorize: "refuse" }, "没有得到微信授权"],
  ])("after %s WeChat can be tried again, twice over", async (_what, change, text) => {
    const { handset: device, openid } = await devices.open(engine);
    await setPlatformBehaviour(devices.environment, change);
    await device.open("/address-select");
    await device.waitText(text);
    await device.press("微信登录");
    await device.waitText(text);
    await setPlatformBehaviour(devices.environment, { api: "normal", authorize: "normal" });
    await device.press("微信登录");
    await device.waitPath(/^\/address-select$/);
    await device.waitText("新增地址");
    expect(await listUsers(openid)).toHaveLength(1);
  });

  test("Back never shows a page that a code was used on", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/profile");
    await device.press("登录");
    await device.waitText("绑定手机号");
    await device.press("同意并继续");
    await device.press("收货地址");
    await device.waitPath(/^\/address-select$/);
    await device.back();
    await device.waitPath(/^\/profile$/);
    expect(await readToken(device)).not.toBeNull();
    // The login leaves no history entry: the next Back leaves the app.
    await device.back();
    await expect.poll(() => device.run("return location.href")).toBe("about:blank");
  });
});

/** Creates a state as the server issues it to any client. */
async function createState(target: string): Promise<string> {
  const { wechatUrl } = devices.environment.installation;
  const query = new URLSearchParams({ redirect_uri: `${wechatUrl}/wechat-callback`, target });
  const response = await fetch(`${wechatUrl}/api/v1/wechat/auth-url?${query}`);
  return ((await response.json()) as { data: { state: string } }).data.state;
}
