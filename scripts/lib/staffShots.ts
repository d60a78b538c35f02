import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Phone } from "./Phone.ts";
import { seedConversations } from "./seedConversations.ts";
import type { TestEnvironment } from "./TestEnvironment.ts";

const agentPhone = "13900000001";
const storePhone = "13900000002";
const adminPhone = "13900000003";
const desktopViewport = { width: 1440, height: 900 };
const smallViewport = { width: 1024, height: 768 };

/** Captures numbered screenshots of a desktop page. */
class StaffCamera {
  readonly #screen: Phone;
  readonly #folder: string;
  readonly #who: string;
  #nth = 0;

  constructor(screen: Phone, folder: string, who: string) {
    this.#screen = screen;
    this.#folder = folder;
    this.#who = who;
  }

  async take(what: string): Promise<void> {
    await this.#screen.waitUntilIdle();
    this.#nth += 1;
    const file = `staff-${this.#who}-${String(this.#nth).padStart(2, "0")}-${what}.png`;
    await this.#screen.page.screenshot({ path: path.join(this.#folder, file) });
  }

  async open(route: string, what: string): Promise<void> {
    await this.#screen.open(route);
    await this.take(what);
  }
}

/** Captures screenshots of the staff's desktop pages with existing orders; returns the unexpected errors. */
export async function captureStaff(environment: TestEnvironment, folder: string): Promise<string[]> {
  return [
    ...(await captureRestaurant(environment, folder)),
    ...(await captureAdmin(environment, folder)),
    ...(await captureConsole(environment, folder)),
  ];
}

/**
 * Captures the console with a few conversations; opens the last customer's order up to the refund
 * confirmation.
 */
async function captureConsole(environment: TestEnvironment, folder: string): Promise<string[]> {
  const { userId, orderId } = await seedConversations(environment);
  const screen = await environment.phone(desktopViewport);
  const { page } = screen;
  const camera = new StaffCamera(screen, folder, "console");
  await screen.open("/admin/login");
  await loginAsStaff(screen, environment, agentPhone);
  await camera.take("queue");
  await camera.open(`/admin/customer-service?user=${userId}`, "thread");
  await page.keyboard.press("Escape");
  await camera.open(`/admin/customer-service?user=${userId}&order=${orderId}`, "order");
  await page.getByRole("textbox", { name: "回复" }).fill("/");
  await camera.take("canned");
  await page.keyboard.press("Escape");
  await screen.button("去退款").click();
  await screen.page.locator(".ant-segmented").getByText("按商品", { exact: true }).click();
  await camera.take("refund");
  await screen.page.getByRole("tab", { name: "备注" }).click();
  await camera.take("notes");
  await screen.page.getByRole("radiogroup", { name: "列表" }).getByText("退款申请").click();
  await camera.take("requests");
  await page.setViewportSize(smallViewport);
  await camera.open(`/admin/customer-service?user=${userId}`, "thread-small");
  await screen.button("顾客资料").click();
  await camera.take("customer-small");
  return await closeScreen(screen);
}

/** Captures a restaurant's pages: its board, its settings and its dishes. */
async function captureRestaurant(environment: TestEnvironment, folder: string): Promise<string[]> {
  const screen = await environment.phone(desktopViewport);
  const { page } = screen;
  const camera = new StaffCamera(screen, folder, "store");
  await camera.open("/admin/login", "login");
  await loginAsStaff(screen, environment, storePhone);
  await page.getByRole("heading", { name: "订单看板" }).waitFor();
  await camera.take("board");
  await screen.button("暂停接单").click();
  await camera.take("pause");
  await page.keyboard.press("Escape");
  const reject = screen.button(/ 取消$/).first();
  if ((await reject.count()) > 0) {
    await reject.click();
    await page.getByRole("radio", { name: "其他原因" }).check();
    await camera.take("reject");
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize(smallViewport);
  await camera.take("board-small");
  await camera.open("/admin/dishes", "dishes-small");
  await page.setViewportSize(desktopViewport);
  await camera.take("dishes");
  return await closeScreen(screen);
}

/** Captures the head office's pages, issuing vouchers and cards on the way. */
async function captureAdmin(environment: TestEnvironment, folder: string): Promise<string[]> {
  const screen = await environment.phone(desktopViewport);
  const { page } = screen;
  const camera = new StaffCamera(screen, folder, "office");
  await screen.open("/admin/login");
  await loginAsStaff(screen, environment, adminPhone);
  await camera.open("/admin/customer-service", "console");
  await camera.open("/admin/orders", "choose-store");
  await camera.open("/admin/vouchers", "vouchers");
  await screen.button("发放餐券").click();
  await page.getByRole("searchbox", { name: "搜索要加入的菜品" }).fill("虾仁");
  await camera.take("voucher-dishes");
  await page.getByRole("dialog").getByRole("button", { name: "滑蛋虾仁饭" }).click();
  await screen.button("发放").click();
  await camera.take("voucher-form");
  await screen.open("/admin/cards");
  await screen.button("发放会员卡").click();
  await page.getByLabel("张数").fill("3");
  await camera.take("card-form");
  await screen.button("发放").click();
  await page.getByText("卡号和密码只显示这一次").first().waitFor();
  await camera.take("card-secrets");
  await screen.button("已保存，关闭").click();
  await camera.take("cards");
  await camera.open("/admin/withdrawals", "withdrawals");
  await camera.open("/admin/invoices", "invoices");
  await camera.open("/admin/staff", "staff");
  await camera.open("/admin/settings", "settings");
  await camera.open("/admin/checklist", "checklist");
  await camera.open("/admin/catalogue", "catalogue");
  await camera.open("/admin/menu", "menu-admin");
  await screen
    .button(/^编辑 /)
    .first()
    .click();
  await camera.take("dish-dialog");
  await page.keyboard.press("Escape");
  await camera.open("/admin/restaurants", "restaurants");
  await screen
    .button(/^编辑 /)
    .first()
    .click();
  await camera.take("restaurant-dialog");
  await page.keyboard.press("Escape");
  await screen
    .button(/^照片和证照 /)
    .first()
    .click();
  await camera.take("restaurant-pictures");
  await page.keyboard.press("Escape");
  await camera.open("/admin/figures", "figures");
  await camera.open("/admin/audit", "audit");
  await page.setViewportSize(smallViewport);
  await camera.take("audit-small");
  await camera.open("/admin/vouchers", "vouchers-small");
  return await closeScreen(screen);
}

async function loginAsStaff(screen: Phone, environment: TestEnvironment, number: string): Promise<void> {
  const { page } = screen;
  await page.getByLabel("手机号").fill(number);
  await screen.requestCode();
  await page.getByLabel("验证码", { exact: true }).fill(await waitForCode(environment, number));
  await screen.button("登录").click();
  await page.getByText("登录成功").waitFor({ state: "hidden" });
  await page.getByRole("navigation", { name: "工作台导航" }).waitFor();
}

async function closeScreen(screen: Phone): Promise<string[]> {
  const { unexpectedErrors: complaints } = screen;
  await screen.close();
  return complaints;
}

/** Waits for the login code, which is sent shortly after the response. */
async function waitForCode(environment: TestEnvironment, number: string): Promise<string> {
  for (let nth = 0; ; nth++) {
    try {
      return await environment.readLatestCode(number);
    } catch (error) {
      if (nth === 50) throw error;
      await sleep(100);
    }
  }
}
