import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addRestaurantPicture } from "./support/addRestaurantPicture.ts";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { countCalls, setClientBehaviour, wechatLog } from "./support/wechat.ts";

const voucherPage = "/self-service?third_party_order_id=V-WORTH-A-MEAL";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
  await addRestaurantPicture(devices.environment, "SH002");
});

afterAll(async () => {
  await devices.close();
});

const getFriendCard = async () => (await wechatLog(devices.environment)).shares.friend;

/** Returns whether WeChat's corner menu can be opened. */
const hasMenu = (device: Device) =>
  device.run<boolean>("return document.getElementById('__wechat-menu-button').style.display !== 'none'");

describe.each(engines)("in %s", (engine) => {
  test("the share card of a restaurant's menu names the restaurant", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/menu?restaurant_id=SH001&table=A1");
    await expect.poll(async () => (await getFriendCard())?.title, { timeout: 30_000 }).toBe("食单·徐家汇店");
    expect((await getFriendCard())?.link).toMatch(/\/menu\?restaurant_id=SH001$/);
    await device.open("/");
    await expect.poll(async () => (await getFriendCard())?.title, { timeout: 30_000 }).toBe("食单");
  });

  test("the share card of a menu shows the restaurant's picture as a JPEG, and else the chain's", async () => {
    const { handset: device } = await devices.open(engine);
    await device.open("/menu?restaurant_id=SH002");
    const readImage = async () => (await getFriendCard())?.imgUrl ?? "";
    await expect
      .poll(readImage, { timeout: 30_000 })
      .toMatch(/^https?:.+\/files\/restaurants\/[\w-]+\/512\.jpg$/);
    expect((await getFriendCard())?.title).toBe("食单·上海体育馆店");
    const response = await fetch(await readImage());
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    await device.open("/menu?restaurant_id=SH001");
    await expect.poll(async () => (await getFriendCard())?.title, { timeout: 30_000 }).toBe("食单·徐家汇店");
    expect(await readImage()).toMatch(/\/share\.png$/);
  });

  test("a voucher's page is shared as the home page", async () => {
    const { handset: device } = await devices.open(engine);
    const shown = await countCalls(devices.environment, "showOptionMenu");
    await device.open(voucherPage);
    await expect
      .poll(() => countCalls(devices.environment, "showOptionMenu"), { timeout: 30_000 })
      .toBeGreaterThan(shown);
    await expect.poll(() => hasMenu(device)).toBe(true);
    const readSent = async () => (await wechatLog(devices.environment)).sent;
    const earlier = (await readSent()).length;
    await device.press("微信菜单");
    await device.press("发送给朋友");
    await device.waitText("附近门店现做");
    // WeChat shows the card before it has recorded it.
    await expect.poll(async () => (await readSent()).length).toBe(earlier + 1);
    expect((await readSent()).at(-1)?.card.link).toMatch(/^https?:\/\/[^/]+\/(\?invite_code=\w+)?$/);
  });

  test("a voucher's page without a share card has no share menu, and other pages have theirs again", async () => {
    const { handset: device } = await devices.open(engine);
    await setClientBehaviour(devices.environment, { config: "invalid" });
    const hidden = await countCalls(devices.environment, "hideOptionMenu");
    const configs = await countCalls(devices.environment, "preVerifyJSAPI");
    await device.open(voucherPage);
    await expect
      .poll(() => countCalls(devices.environment, "hideOptionMenu"), { timeout: 30_000 })
      .toBeGreaterThan(hidden);
    // After the card was refused for good.
    await expect
      .poll(() => countCalls(devices.environment, "preVerifyJSAPI"), { timeout: 30_000 })
      .toBeGreaterThanOrEqual(configs + 2);
    expect(await hasMenu(device)).toBe(false);
    await device.run("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))");
    await expect.poll(() => hasMenu(device), { timeout: 30_000 }).toBe(true);
  });

  test("a share card is set when WeChat's object comes late", async () => {
    const { handset: device } = await devices.open(engine);
    await setClientBehaviour(devices.environment, { bridge: "late" });
    await device.open("/takeaway");
    await device.waitText("开始点餐");
    await device.run("document.dispatchEvent(new Event('__wechat-arrive'))");
    await expect.poll(async () => (await getFriendCard())?.title, { timeout: 30_000 }).toBe("食单外卖");
  });
});
