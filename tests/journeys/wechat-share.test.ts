import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type Handset } from "./support/Handset.ts";
import { type Handsets, openHandsets } from "./support/openHandsets.ts";
import { behaveAs, wechatLog } from "./support/wechat.ts";

const voucherPage = "/self-service?third_party_order_id=V-WORTH-A-MEAL";

let handsets: Handsets;

beforeAll(async () => {
  handsets = await openHandsets();
});

afterAll(async () => {
  await handsets.close();
});

const friendCard = async () => (await wechatLog(handsets.stage)).shares.friend;

/** Whether WeChat's menu in the corner can be opened. */
const hasMenu = (handset: Handset) =>
  handset.run<boolean>("return document.getElementById('__wechat-menu-button').style.display !== 'none'");

/** What WeChat's native side was asked to do so far. */
async function countCalls(called: string): Promise<number> {
  return (await wechatLog(handsets.stage)).calls.filter(({ name }) => name === called).length;
}

describe.each(engines)("in %s", (engine) => {
  test("the card of a store's menu names the store", async () => {
    const { handset } = await handsets.open(engine);
    await handset.open("/menu?restaurant_id=SH001&table=A1");
    await expect.poll(async () => (await friendCard())?.title, { timeout: 30_000 }).toBe("食单·徐家汇店");
    expect((await friendCard())?.link).toMatch(/\/menu\?restaurant_id=SH001$/);
    await handset.open("/");
    await expect.poll(async () => (await friendCard())?.title, { timeout: 30_000 }).toContain("附近门店");
  });

  test("a voucher's page is sent on as the home page", async () => {
    const { handset } = await handsets.open(engine);
    const shown = await countCalls("showOptionMenu");
    await handset.open(voucherPage);
    await expect.poll(() => countCalls("showOptionMenu"), { timeout: 30_000 }).toBeGreaterThan(shown);
    await expect.poll(() => hasMenu(handset)).toBe(true);
    await handset.press("微信菜单");
    await handset.press("发送给朋友");
    await handset.waitText("附近门店现做");
    const { sent } = (await wechatLog(handsets.stage)) as unknown as { sent: { card: { link: string } }[] };
    expect(sent.at(-1)?.card.link).toMatch(/^https?:\/\/[^/]+\/(\?invite_code=\w+)?$/);
  });

  test("a voucher's page without a card has no menu to send it on by, and other pages have theirs again", async () => {
    const { handset } = await handsets.open(engine);
    await behaveAs(handsets.stage, { config: "invalid" });
    const hidden = await countCalls("hideOptionMenu");
    const configs = await countCalls("preVerifyJSAPI");
    await handset.open(voucherPage);
    await expect.poll(() => countCalls("hideOptionMenu"), { timeout: 30_000 }).toBeGreaterThan(hidden);
    // After the card was refused for good.
    await expect
      .poll(() => countCalls("preVerifyJSAPI"), { timeout: 30_000 })
      .toBeGreaterThanOrEqual(configs + 2);
    expect(await hasMenu(handset)).toBe(false);
    await handset.run("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))");
    await expect.poll(() => hasMenu(handset), { timeout: 30_000 }).toBe(true);
  });

  test("a card is set when WeChat's object comes late", async () => {
    const { handset } = await handsets.open(engine);
    await behaveAs(handsets.stage, { bridge: "late" });
    await handset.open("/takeaway");
    await handset.waitText("开始点餐");
    await handset.run("document.dispatchEvent(new Event('__wechat-arrive'))");
    await expect.poll(async () => (await friendCard())?.title, { timeout: 30_000 }).toBe("食单外卖");
  });
});
