import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueCard, requestAs } from "../../scripts/lib/wallet.ts";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";
import { openWechatCheckout } from "./support/openWechatCheckout.ts";
import { createStaffToken } from "./support/staff.ts";
import { startOwnEnvironment } from "./support/startEnvironment.ts";
import { countCalls, wechatLog } from "./support/wechat.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool(startOwnEnvironment());
});

afterAll(async () => {
  await devices.close();
});

const containers = ["mini_program", "mini_program_unnamed"] as const;
const cells = engines.flatMap((engine) => containers.map((container) => ({ engine, container })));
const countPaymentSheets = () => countCalls(devices.environment, "getBrandWCPayRequest");
const listAttempts = (userId: string) =>
  devices.environment.queryRows(
    "select 1 from payment_attempts a join orders o on o.id = a.order_id where o.user_id = $1",
    [userId],
  );

/** Presses a button of the phone around the page, in which others may begin with the same word. */
async function pressOutside(device: Device, id: "pay-cancel" | "mini-program-retry"): Promise<void> {
  const find = `document.getElementById('__wechat-${id}')`;
  await expect.poll(() => device.run(`return ${find} !== null`), { timeout: 30_000 }).toBe(true);
  await device.run(`${find}.click()`);
}

describe("in the web-view of a mini-program without a payment page", () => {
  beforeAll(async () => {
    const { installation } = devices.environment;
    await installation.killServer();
    await installation.startServer({
      MINI_PROGRAM_PAY_PATH: "",
      MINI_PROGRAM_APPID: "",
      MINI_PROGRAM_APP_SECRET: "",
    });
  });

  test.each(cells)(
    "$engine, $container: it is said before and after, and no sheet is asked for",
    async (cell) => {
      const { handset: device, userId } = await openWechatCheckout(devices, cell.engine, {
        container: cell.container,
      });
      const before = await countPaymentSheets();
      await device.waitText("小程序里不能直接支付，提交后可复制链接到微信打开");
      await device.press("提交订单");
      await device.waitText("小程序里不能直接用微信支付");
      await device.waitText("可以用会员卡支付");
      const path = await device.path();
      expect(path).toMatch(/^\/order\/[\w-]+$/);
      await device.waitText(`${devices.environment.installation.wechatUrl}${path}`);
      await device.press("复制链接");
      for (let nth = 0; nth < 2; nth++) await device.press("去支付");
      await device.waitText("小程序里不能直接用微信支付");
      expect(await device.run<string>("return document.body.innerText")).not.toContain("支付没有完成");
      expect([await countPaymentSheets(), await listAttempts(userId)]).toEqual([before, []]);
    },
  );

  test.each(engines)("%s: the member card pays there", async (engine) => {
    const { handset: device } = await openWechatCheckout(devices, engine, { container: "mini_program" });
    const token = await device.run<string>("return localStorage.getItem('token');");
    const admin = await createStaffToken(devices.environment, "13900000003");
    await requestAs(
      devices.environment,
      token,
      "POST",
      "card/bind",
      await issueCard(devices.environment, admin, 10_000),
    );
    await device.press("提交订单");
    // The page before shows the card's balance too; a method chosen there would pay at once.
    await device.waitText("小程序里不能直接用微信支付");
    await device.waitText("余额 ¥100.00");
    await device.run("document.querySelector('[role=radio][aria-label=会员卡支付]').click();");
    await device.press("去支付");
    await device.waitHeading("已付款");
  });
});

describe("in the web-view of a mini-program with a payment page", () => {
  beforeAll(async () => {
    const { installation } = devices.environment;
    await installation.killServer();
    await installation.startServer();
  });

  test.each(cells)("$engine, $container: the order is paid there, after a change of mind", async (cell) => {
    const { environment } = devices;
    const { handset: device, userId } = await openWechatCheckout(devices, cell.engine, {
      container: cell.container,
    });
    await device.waitText("将打开小程序的支付页面");
    await device.press("提交订单");
    await pressOutside(device, "pay-cancel");
    await device.waitText("支付已取消");
    await device.press("返回网页");
    await device.waitPath(/^\/order\/[\w-]+$/);
    const orderId = (await device.path()).replace("/order/", "");
    const call = (await wechatLog(environment)).mini_program.at(-1);
    expect(call?.name).toBe("navigateTo");
    const opened = new URL(call?.arg.url ?? "", "https://mini-program.example");
    expect([opened.pathname, opened.searchParams.get("order_id")]).toEqual(["/pages/pay/index", orderId]);
    await device.press("去支付");
    await pressOutside(device, "pay-cancel");
    await pressOutside(device, "mini-program-retry");
    await device.press("确认支付");
    await device.waitHeading("已付款");
    const [attempt, ...others] = await environment.queryRows<{ channel: string; state: string }>(
      "select a.channel, a.state from payment_attempts a join orders o on o.id = a.order_id where o.user_id = $1",
      [userId],
    );
    expect([attempt, others]).toEqual([{ channel: "mini_program", state: "success" }, []]);
  });
});
