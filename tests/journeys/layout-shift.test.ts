import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCart, shrimpRice } from "./support/cart.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { createPaidOrder } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
/** Maximum layout shift score of one page, as browsers compute it: impact fraction × distance fraction. */
const maxShift = 0.02;
const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

const last_position = { city: "上海", position: { lat: 31.1898, lng: 121.437 } };

interface Shift {
  value: number;
  what: string;
}

/** Records unexpected layout shifts of every document from now on, over a slow connection. */
async function watchShifts(phone: Phone): Promise<void> {
  const { page, context } = phone;
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 24)} ${previousRect.top}→${currentRect.top}`,
        );
        shifts.push({ value: entry.value, what: what.join("; ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  const bytesPerSecond = 200_000;
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Returns the shifts of the current document; empty when they are within `maxShift`. */
async function readShifts(page: Page): Promise<Shift[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return shifts.reduce((sum, { value }) => sum + value, 0) <= maxShift ? [] : shifts;
}

test.each(sizes)("nothing moves on an order's page after paying, at $width px", async (size) => {
  const customer = await createCustomer(environment);
  const { token } = customer;
  const phone = await environment.phone({
    ...size,
    storage: storageState(environment, { token, takeawayCart: createCart([shrimpRice]) }),
  });
  const { page } = phone;
  await watchShifts(phone);
  await phone.open("/takeaway-menu");
  await phone.button("选好了").click();
  await expect.poll(() => phone.button("提交订单").isEnabled()).toBe(true);
  await phone.button("提交订单").click();
  await page.waitForURL(/\/pay\/cashier/);
  await phone.button("确认支付").click();
  await page.waitForURL(/\/order\/[\w-]+/);
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  await phone.waitUntilIdle();
  expect(await readShifts(page)).toEqual([]);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});

test.each(sizes)(
  "nothing moves on home with a running order, a located city and popular dishes, at $width px",
  async (size) => {
    const customer = await createCustomer(environment);
    await createPaidOrder(environment, customer);
    const { token } = customer;
    const phone = await environment.phone({
      ...size,
      storage: storageState(environment, { token, last_position }),
    });
    const { page } = phone;
    await watchShifts(phone);
    // First without stored data, then with the location and heights of the previous visit.
    for (let visit = 1; visit <= 2; visit += 1) {
      await phone.open("/");
      await page.getByText("进行中的订单").waitFor();
      await page.getByRole("heading", { name: "大家都在点" }).waitFor();
      await phone.waitUntilIdle();
      expect(await readShifts(page)).toEqual([]);
    }
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);
