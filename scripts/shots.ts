import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { captureChat } from "./lib/chatShots.ts";
import { hasNoRunningAnimation } from "./lib/hasNoRunningAnimation.ts";
import { captureInStore } from "./lib/inStoreShots.ts";
import { captureOrders } from "./lib/orderShots.ts";
import { defaultPosition, type Phone } from "./lib/Phone.ts";
import { captureStaff } from "./lib/staffShots.ts";
import { captureRestaurants } from "./lib/storeShots.ts";
import { startTestEnvironment, type TestEnvironment } from "./lib/TestEnvironment.ts";
import { captureWallet } from "./lib/walletShots.ts";
import { captureAndroid, captureIPhone } from "./lib/wechatShots.ts";

const folder = path.resolve(process.argv[2] ?? ".data/shots");
const phones = [
  { name: "390", width: 390, height: 844 },
  { name: "320", width: 320, height: 568 },
];
const place = {
  recipient: "王小明",
  phone: "13812345678",
  keyword: "漕溪",
  place: "中金国际广场",
  house: "1201室",
};

/** Captures numbered screenshots of one phone's walk through the app. */
class Camera {
  readonly #phone: Phone;
  readonly #name: string;
  #nth = 0;

  constructor(phone: Phone, name: string) {
    this.#phone = phone;
    this.#name = name;
  }

  async take(what: string): Promise<void> {
    const { page } = this.#phone;
    await this.#phone.waitUntilIdle();
    await page.waitForFunction(hasNoRunningAnimation);
    this.#nth += 1;
    const file = `${this.#name}-${String(this.#nth).padStart(2, "0")}-${what}.png`;
    await page.screenshot({ path: path.join(folder, file) });
  }
}

async function captureVisitor(phone: Phone, camera: Camera): Promise<void> {
  for (const [route, what] of [
    ["/", "home"],
    ["/takeaway", "takeaway"],
    ["/orders", "orders-logged-out"],
    ["/profile", "profile-logged-out"],
    ["/nowhere", "not-found"],
  ] as const) {
    await phone.open(route);
    await camera.take(what);
  }
}

async function captureAddresses(phone: Phone, camera: Camera): Promise<void> {
  await phone.open("/login?redirect=%2Ftakeaway-menu");
  await camera.take("login");
  await phone.login();
  await camera.take("menu-without-address");
  await phone.open("/address-select");
  await camera.take("addresses-empty");
  // Chromium drops the simulated position once a frame (locate.html) has run in a process of its own.
  await phone.context.setGeolocation(defaultPosition);
  await phone.addAddress(place);
  await camera.take("addresses");
  await phone.button("编辑").first().click();
  await camera.take("address-edit");
  await phone.page.getByLabel("详细地址").click();
  await camera.take("address-search");
  await phone.open("/address-select");
  await phone.page.getByText(place.place).first().click();
}

async function captureOrder(phone: Phone, camera: Camera): Promise<void> {
  const { page } = phone;
  await page.getByText("食单·徐家汇店").waitFor();
  await camera.take("menu");
  const search = page.getByRole("searchbox", { name: "搜索商品" });
  await search.fill("卤肉饭");
  await camera.take("menu-search");
  await phone.button("选规格").first().click();
  await phone.button(/^增加.*加大/).click();
  await camera.take("variants");
  await phone.button(/^加入购物车/).click();
  await camera.take("menu-with-cart");
  await phone
    .button(/^购物车/)
    .first()
    .click();
  await camera.take("cart");
  await page.keyboard.press("Escape");
  await phone
    .button(/^选好了/)
    .last()
    .click();
  await page.getByText("配送费").waitFor();
  await camera.take("confirm");
  await phone.button(/提交订单/).click();
  await page.waitForURL(/\/pay\/cashier/);
  await phone.button("取消支付").click();
  await page.getByText("待付款").first().waitFor();
  await camera.take("order-unpaid");
  await phone.button("取消订单").click();
  await camera.take("order-cancel");
  await page.keyboard.press("Escape");
  // A bottom sheet closes by a step back in the history, which a navigation would interrupt.
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await phone.waitUntilIdle();
  await phone.open("/orders");
  await page.getByText("待付款").first().waitFor();
  await phone.button("去支付").first().click();
  await phone.button("确认支付").click();
  await page.getByText("已付款").first().waitFor();
  await camera.take("order-paid");
  await page.evaluate(() => document.querySelector("main, [class*=scroll]")?.scrollTo(0, 1e5));
  await camera.take("order-paid-below");
}

async function captureRest(phone: Phone, camera: Camera): Promise<void> {
  for (const [route, what] of [
    ["/orders", "orders"],
    ["/profile", "profile"],
    ["/", "home-with-order"],
  ] as const) {
    await phone.open(route);
    await camera.take(what);
  }
}

async function captureAll(environment: TestEnvironment, size: (typeof phones)[number]): Promise<void> {
  const phone = await environment.phone(size);
  const camera = new Camera(phone, size.name);
  await captureVisitor(phone, camera);
  await captureRestaurants(environment, phone, camera);
  await captureAddresses(phone, camera);
  await captureOrder(phone, camera);
  await captureRest(phone, camera);
  await captureInStore(phone, camera);
  for (const complaint of phone.unexpectedErrors) console.error(`${size.name}: ${complaint}`);
  await phone.close();
}

ensureBuilt();
process.env.CHROMIUM_PATH = ensureBrowser();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const environment = await startTestEnvironment();
try {
  for (const size of phones) await captureAll(environment, size);
  for (const complaint of await captureAndroid(environment, folder)) console.error(`in WeChat: ${complaint}`);
  await captureIPhone(environment, folder);
  for (const complaint of await captureOrders(environment, folder)) console.error(`orders: ${complaint}`);
  for (const complaint of await captureWallet(environment, folder)) console.error(`wallet: ${complaint}`);
  for (const complaint of await captureChat(environment, folder))
    console.error(`in the conversation: ${complaint}`);
  for (const complaint of await captureStaff(environment, folder)) console.error(`at a desk: ${complaint}`);
} finally {
  await environment.close();
}
console.log(`Screenshots are in ${folder}.`);
