import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import { type Device, engines } from "./support/Device.ts";
import { type DevicePool, openDevicePool } from "./support/openDevicePool.ts";

let devices: DevicePool;

beforeAll(async () => {
  devices = await openDevicePool();
});

afterAll(async () => {
  await devices.close();
});

const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 15_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1";
/** What the open sheet scrolls. */
const findScroller = `[...document.querySelectorAll('[role=dialog][aria-modal=true] *')].find((element) =>
  /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight)`;
/** A page that scrolls behind the sheet, and has been scrolled. */
const makePageTall = "document.body.style.paddingBottom = '1000px'; scrollTo(0, 120);";

/** Touches an element of the sheet at a place of its list, moves by a few px, and returns whether that was held. */
function isHeld(device: Device, on: "title" | "list", scrollTop: number, down: number): Promise<boolean> {
  return device.run(`
    const list = ${findScroller};
    list.scrollTop = ${scrollTop};
    const target = ${on === "title" ? "list.closest('[role=dialog]').querySelector('h2')" : "list.firstElementChild"};
    const touch = (type, clientY) => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'touches', { value: [{ clientX: 100, clientY, target }] });
      return !target.dispatchEvent(event);
    };
    touch('touchstart', 300);
    return touch('touchmove', ${300 + down});`);
}

test.each(engines)(
  "in %s the first px of a touch are held where the sheet cannot scroll, as iOS 15 needs it",
  async (engine) => {
    const { handset: device } = await devices.open(engine, {
      isOutsideWechat: true,
      userAgent: safari,
    });
    await device.open("/login");
    await device.waitText("获取验证码");
    await device.press("《隐私政策》");
    await device.waitText("示范文本，请由律师审阅");
    const end = await device.run<number>(`const list = ${findScroller}; return list.scrollHeight`);
    expect([await isHeld(device, "list", 0, 3), await isHeld(device, "list", 0, -3)]).toEqual([true, false]);
    expect([await isHeld(device, "list", end, 3), await isHeld(device, "list", end, -3)]).toEqual([
      false,
      true,
    ]);
    expect([await isHeld(device, "title", 5, 3), await isHeld(device, "title", 5, -3)]).toEqual([true, true]);
  },
);

/** Moves a finger from a place by some px down, or up if they are negative, as a hand does. */
async function swipe({ page, context }: Phone, place: { x: number; y: number }, down: number): Promise<void> {
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", moved?: number) => {
    const touchPoints = moved === undefined ? [] : [{ x: place.x, y: place.y + moved }];
    return session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", 0);
  for (let step = 1; step <= 20; step++) await touch("touchMove", (down * step) / 20);
  await touch("touchEnd");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await session.detach();
}

test("without overscroll-behavior and an overflow of the body a swipe at a sheet's end leaves the page where it is", async () => {
  const phone = await devices.environment.phone({ width: 390, height: 640 });
  const { page } = phone;
  await phone.open("/login");
  await phone.waitUntilIdle();
  await page.addStyleTag({
    content: "* { overscroll-behavior: auto !important } html, body { overflow: visible !important }",
  });
  await page.getByRole("link", { name: "《隐私政策》" }).click();
  await page.getByText("示范文本，请由律师审阅").waitFor();
  await page.evaluate(makePageTall);
  const before = await page.evaluate(() => scrollY);
  const sheet = page.getByRole("dialog", { name: "隐私政策" });
  await page.evaluate(`{ const list = ${findScroller}; list.scrollTop = list.scrollHeight; }`);
  await swipe(phone, { x: 195, y: 500 }, -200);
  const title = await sheet.getByRole("heading", { name: "隐私政策" }).first().boundingBox();
  await swipe(phone, { x: 195, y: (title?.y ?? 0) + 5 }, 200);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await swipe(phone, { x: 195, y: 500 }, -200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  await phone.close();
});
