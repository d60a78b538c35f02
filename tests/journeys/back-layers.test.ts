import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAddress, nearStore, newToken } from "./support/customer.ts";
import { type Engine, engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

/** A customer in WeChat who is logged in and has an address. */
async function openCustomer(engine: Engine): Promise<Handset> {
  const { stage } = handsets;
  const { handset, openid } = await handsets.open(engine);
  const id = `layers${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await stage.rows(
    "insert into users (id, nickname, invite_code, openid, created_at) values ($1, '小明', $1, $2, now())",
    [id, openid],
  );
  const token = await newToken(stage, id);
  await addAddress(stage, token, nearStore);
  // A page of this origin that is not the app.
  await handset.open("/__wechat");
  await handset.run(`localStorage.token = ${JSON.stringify(token)}`);
  return handset;
}

const waitGone = async (handset: Handset, role: string) => {
  const count = () => handset.run<number>(`return document.querySelectorAll('[role=${role}]').length`);
  await expect.poll(count, { timeout: 20_000 }).toBe(0);
};

describe.each(engines)("in %s", (engine) => {
  test("Back takes a question away and leaves the page as it was", async () => {
    const handset = await openCustomer(engine);
    await handset.open("/");
    await handset.press("我的");
    await handset.press("退出登录");
    await handset.waitText("确定退出登录吗");
    const corner = "return getComputedStyle(document.querySelector('.rv-dialog')).borderRadius";
    expect(await handset.run<string>(corner)).not.toBe("0px");
    await handset.back();
    await waitGone(handset, "alertdialog");
    expect(await handset.path()).toBe("/profile");
    expect(await handset.run<string | null>("return localStorage.token")).toMatch(/./);
    await handset.press("退出登录");
    await handset.confirm();
    await handset.waitText("已退出登录");
  });

  test("Back on the question 删除 leaves the form beneath open, the next Back closes the form", async () => {
    const handset = await openCustomer(engine);
    await handset.open("/profile");
    await handset.press("收货地址");
    await handset.press("编辑");
    await handset.waitText("编辑地址");
    await handset.fill("门牌号", "88号");
    await handset.press("删除");
    await handset.waitText("确定删除这个地址吗");
    await handset.back();
    await waitGone(handset, "alertdialog");
    expect(
      await handset.run<string>("return document.querySelector('[role=dialog]').getAttribute('aria-label')"),
    ).toBe("编辑地址");
    await handset.back();
    await waitGone(handset, "dialog");
    expect(await handset.path()).toBe("/address-select");
    await handset.press("编辑");
    await handset.waitText("编辑地址");
    await handset.waitText("已恢复上次没有保存的内容");
    expect(
      await handset.run<string[]>(
        "return [...document.querySelectorAll('[role=dialog] input')].map((i) => i.value)",
      ),
    ).toContain("88号");
    await handset.press("重新填写");
    await expect
      .poll(() =>
        handset.run<string[]>(
          "return [...document.querySelectorAll('[role=dialog] input')].map((i) => i.value)",
        ),
      )
      .toContain("1201室");
  });

  test("Back after the login by WeChat is one press to the page before it", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open("/takeaway");
    await handset.open("/orders");
    await handset.press("去登录");
    await handset.waitText("还没有订单");
    expect(await handset.path()).toBe("/orders");
    await handset.back();
    await handset.waitPath(/^\/takeaway$/);
  });
});
