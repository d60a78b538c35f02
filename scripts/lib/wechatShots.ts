import path from "node:path";
import type { TestEnvironment } from "./TestEnvironment.ts";
import { WebKitDriver } from "./WebKitDriver.ts";

const place = {
  recipient: "王小明",
  phone: "13812345678",
  keyword: "漕溪",
  place: "中金国际广场",
  house: "1201室",
};

/** Returns whether the visible images are loaded and only endless animations run. */
const isSettled = () =>
  [...document.images]
    .filter((item) => {
      const { top, bottom, width } = item.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < window.innerHeight;
    })
    .every((item) => item.complete) &&
  document
    .getAnimations()
    .every(
      (item) =>
        item.playState !== "running" || item.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
    );

/** Returns whether the price is loaded and the order can be placed. */
const canSubmit = () =>
  [...document.querySelectorAll("button")].some(
    (item) => item.textContent?.includes("提交订单") && !item.disabled,
  );

async function setClientBehaviour(environment: TestEnvironment, change: object): Promise<void> {
  await fetch(`${environment.installation.wechatUrl}/__wechat/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
}

/** Captures the path from a link to a paid order inside the simulated WeChat on Android, in Chromium. */
export async function captureAndroid(environment: TestEnvironment, folder: string): Promise<string[]> {
  await setClientBehaviour(environment, { platform: "android", user: "shots-android", payment: "ask" });
  const phone = await environment.phone({ inWechat: "android" });
  const { page } = phone;
  let nth = 0;
  const take = async (what: string) => {
    await phone.waitUntilIdle();
    await page.waitForFunction(isSettled);
    nth += 1;
    await page.screenshot({ path: path.join(folder, `wechat-android-${nth}-${what}.png`) });
  };
  await phone.open("/takeaway-menu");
  await phone.button("同意并继续").waitFor();
  await take("consent");
  await phone.button("同意并继续").click();
  await phone.button("选择收货地址").first().click();
  await phone.addAddress(place);
  await take("addresses");
  await page.getByText(place.place).first().click();
  await page.getByText("食单·徐家汇店").waitFor();
  await take("menu");
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await phone.button("增加滑蛋虾仁饭").click();
  await phone.button(/^选好了/).click();
  await page.waitForURL(/\/order-confirm/);
  await page.waitForFunction(canSubmit);
  await take("confirm");
  await phone.button(/提交订单/).click();
  await phone.button("确认支付").waitFor();
  await take("sheet");
  await phone.button("确认支付").click();
  await page.getByText("已付款").first().waitFor();
  await take("paid");
  await phone.open("/profile");
  await take("profile");
  await phone.open("/__wechat");
  await take("panel");
  const complaints = phone.unexpectedErrors;
  await phone.close();
  await setClientBehaviour(environment, { authorize: "snapshot" });
  const guest = await environment.phone({ inWechat: "android" });
  await guest.open("/address-select");
  await guest.button("使用完整服务").waitFor();
  await guest.button("获取验证码").waitFor();
  await guest.page.screenshot({ path: path.join(folder, "wechat-android-snapshot.png") });
  await guest.close();
  await setClientBehaviour(environment, { authorize: "normal" });
  return complaints;
}

/** Captures the same path on an iPhone's engine, in WebKit. */
export async function captureIPhone(environment: TestEnvironment, folder: string): Promise<void> {
  await setClientBehaviour(environment, { platform: "ios", user: "shots-iphone", payment: "ask" });
  const driver = await WebKitDriver.start();
  const phone = await driver.phone();
  let nth = 0;
  const take = async (what: string) => {
    await phone.waitFor(`return (${isSettled})()`);
    nth += 1;
    await phone.screenshot(path.join(folder, `wechat-iphone-${nth}-${what}.png`));
  };
  await phone.open(`${environment.installation.wechatUrl}/takeaway-menu`);
  await phone.press("同意并继续");
  await phone.press("选择收货地址");
  await phone.press("新增地址");
  await phone.fill("收货人", place.recipient);
  await phone.fill("手机号", place.phone);
  await phone.pressField("详细地址");
  await phone.waitText("已定位到上海");
  await phone.fill("关键词", place.keyword);
  await phone.press("搜索");
  await phone.waitText(place.place);
  await take("search");
  await phone.pressText(place.place);
  await phone.press("保存");
  await phone.waitText("保存成功");
  await phone.pressText(place.place);
  await phone.waitText("一人食套餐");
  await take("menu");
  await phone.fill("搜索商品", "滑蛋虾仁饭");
  await phone.press("增加滑蛋虾仁饭");
  await phone.press("选好了");
  await phone.waitPath(/^\/order-confirm/);
  await phone.waitFor(`return (${canSubmit})()`);
  await take("confirm");
  await phone.press("提交订单");
  await phone.waitText("确认支付");
  await take("sheet");
  await phone.press("确认支付");
  await phone.waitText("已付款");
  await take("paid");
  await phone.close();
  await driver.close();
}
