import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { behaveAs, codeFor, platformDoes } from "./support/wechat.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

const usersOf = (openid: string) => handsets.stage.rows("select id from users where openid = $1", [openid]);
const sessions = async () =>
  (
    await handsets.stage.rows<{ n: string }>("select count(*) as n from tokens where audience = 'customer'")
  )[0]?.n;
const tokenOf = (handset: Handset) => handset.run<string | null>("return localStorage.getItem('token')");

describe.each(engines)("in %s", (engine) => {
  test.each(["full", "denied"])(
    "with a storage that is %s one tap logs in, and the app goes on",
    async (storage) => {
      const { handset, openid } = await handsets.open(engine);
      await behaveAs(handsets.stage, { storage });
      await handset.open("/address-select");
      await handset.press("继续登录");
      await handset.waitPath(/^\/address-select$/);
      await handset.waitText("新增地址");
      expect(await usersOf(openid)).toHaveLength(1);
    },
  );

  test("with a storage that was lost on the way, nobody is logged in before one tap, which leads to the target", async () => {
    const { handset, openid } = await handsets.open(engine);
    await behaveAs(handsets.stage, { storage: "lost" });
    const before = await sessions();
    await handset.open("/address-select");
    await handset.waitText("点一下就能继续登录");
    expect([await sessions(), await tokenOf(handset)]).toEqual([before, null]);
    await behaveAs(handsets.stage, { storage: "normal" });
    await handset.press("继续登录");
    await handset.waitPath(/^\/address-select$/);
    await handset.waitText("新增地址");
    expect(await usersOf(openid)).toHaveLength(1);
  });

  test("with one storage lost the login is as silent as ever", async () => {
    const { handset } = await handsets.open(engine);
    await platformDoes(handsets.stage, { authorize: "hold" });
    await handset.open("/address-select");
    await handset.waitText("授权页停在这里");
    const back = await handset.run<string>("return document.querySelector('a').href");
    await handset.open("/__wechat");
    await handset.run("sessionStorage.clear()");
    await handset.open(back);
    await handset.waitPath(/^\/address-select$/);
    expect(await tokenOf(handset)).not.toBeNull();
  });

  test("a stranger's code with a state of this server logs in nobody; the tap logs in the phone's own customer", async () => {
    const { handset, openid } = await handsets.open(engine);
    const state = await stateFor("/profile");
    const code = await codeFor(handsets.stage, "oAttacker");
    await handset.open(`/wechat-callback?code=${code}&state=${state}`);
    await handset.waitText("点一下就能继续登录");
    expect(await tokenOf(handset)).toBeNull();
    await handset.press("继续登录");
    await handset.waitPath(/^\/profile$/);
    await handset.waitText("绑定手机号");
    expect([(await usersOf(openid)).length, (await usersOf("oAttacker")).length]).toEqual([1, 0]);
  });

  test("the login by phone is one tap away from there, and leads to the target too", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open(`/wechat-callback?code=forged&state=${await stateFor("/profile")}`);
    await handset.press("用手机号登录");
    await handset.waitText("获取验证码");
    expect(await handset.path()).toMatch(/^\/login\?redirect=%2Fprofile&/);
  });

  test.each([
    ["an outage", { api: "down" }, "微信登录暂不可用"],
    ["a refusal", { authorize: "refuse" }, "没有得到微信授权"],
  ])("after %s WeChat can be tried again, twice over", async (_what, change, text) => {
    const { handset, openid } = await handsets.open(engine);
    await platformDoes(handsets.stage, change);
    await handset.open("/address-select");
    await handset.waitText(text);
    await handset.press("微信登录");
    await handset.waitText(text);
    await platformDoes(handsets.stage, { api: "normal", authorize: "normal" });
    await handset.press("微信登录");
    await handset.waitPath(/^\/address-select$/);
    await handset.waitText("新增地址");
    expect(await usersOf(openid)).toHaveLength(1);
  });

  test("Back never shows a page that a code was used on", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open("/profile");
    await handset.press("登录");
    await handset.waitText("绑定手机号");
    await handset.press("收货地址");
    await handset.waitPath(/^\/address-select$/);
    await handset.back();
    await handset.waitPath(/^\/profile$/);
    expect(await tokenOf(handset)).not.toBeNull();
    // Nothing of the login is left behind: the next Back leaves the app.
    await handset.back();
    await expect.poll(() => handset.run("return location.href")).toBe("about:blank");
  });
});

/** A state as anybody gets one from the server. */
async function stateFor(target: string): Promise<string> {
  const { wechatUrl } = handsets.stage.installation;
  const query = new URLSearchParams({ redirect_uri: `${wechatUrl}/wechat-callback`, target });
  const answer = await fetch(`${wechatUrl}/api/v1/wechat/auth-url?${query}`);
  return ((await answer.json()) as { data: { state: string } }).data.state;
}
