import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { findMismatchedNames } from "./support/findMismatchedNames.ts";
import { prepareScreens, type ScreenContext, screens } from "./support/screens.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

let environment: TestEnvironment;
let context: ScreenContext;

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];
const adminSizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
];
const minTargetPx = 44;

beforeAll(async () => {
  environment = await startEnvironment();
  context = await prepareScreens(environment);
});

afterAll(async () => {
  await environment.close();
});

/** Lists controls with too small a tap area: a tap inside the required minimum hits something else. */
async function findSmallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((side) => {
    const partOf = (item: Element) => item.closest("label") ?? item;
    const isHit = (item: Element, dx: number, dy: number) => {
      const box = item.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2 + dx, box.top + box.height / 2 + dy);
      return hit !== null && (item.contains(hit) || hit.closest("label")?.control === item);
    };
    const isSmall = (item: Element) => {
      const { width, height } = item.getBoundingClientRect();
      if (width >= side && height >= side) return false;
      item.scrollIntoView({ block: "center" });
      const half = side / 2 - 0.5;
      const across = width >= side || (isHit(item, -half, 0) && isHit(item, half, 0));
      const down = height >= side || (isHit(item, 0, -half) && isHit(item, 0, half));
      return !across || !down;
    };
    const controls = [
      ...document.querySelectorAll("button, a[href], input, textarea, [role=button], [role=tab]"),
    ];
    const shown = controls.filter((item) => item.checkVisibility() && item.getBoundingClientRect().width > 0);
    return [...new Set(shown.map(partOf))].filter(isSmall).map((item) => {
      const { width, height } = item.getBoundingClientRect();
      const name = item.getAttribute("aria-label") ?? item.textContent?.trim();
      return `${item.tagName.toLowerCase()} ${name || item.id} ${Math.round(width)}x${Math.round(height)}`;
    });
  }, minTargetPx);
}

/** Counts the current controls without an accessible name. */
async function countNameless(page: Page): Promise<number> {
  const lines = (await page.locator("body").ariaSnapshot()).split("\n");
  // A line is `- button "its name"`, in single quotes where the name has YAML characters.
  return lines.filter((line) =>
    /^\s*- '?(button|link|textbox|searchbox|checkbox|radio|tab)\b(?! ")/.test(line),
  ).length;
}

async function countTooWide(page: Page): Promise<number> {
  return await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

test.each(["visitor", "customer", "demo", "staff", "office"] as const)(
  "every screen of a %s is titled and quiet, fits both sizes, can be used by everybody, has one main landmark, and has controls that a finger hits and whose names say what is seen on them",
  async (who) => {
    const wrong: string[] = [];
    const isAdmin = who === "staff" || who === "office";
    const phone = await environment.phone({ storage: context.getStorage(who) });
    const { page } = phone;
    for (const [route, title] of screens.filter((screen) => screen[2] === who)) {
      await phone.open(context.getPath(route));
      await page.waitForFunction((text) => document.title === text, `${title} - 食单`);
      if (route !== "/") await page.getByRole("heading", { name: title, exact: true }).waitFor();
      await phone.waitUntilIdle();
      for (const size of isAdmin ? adminSizes : sizes) {
        await page.setViewportSize(size);
        const wide = await countTooWide(page);
        if (wide > 0) wrong.push(`${route} at ${size.width}: ${wide} px too wide`);
        for (const target of await findSmallTargets(page))
          wrong.push(`${route} at ${size.width}: small ${target}`);
        for (const finding of await seriousFindings(page))
          wrong.push(`${route} at ${size.width}: ${finding}`);
      }
      for (const finding of await findMismatchedNames(page)) wrong.push(`${route}: ${finding}`);
      const mains = await page.getByRole("main").count();
      if (mains !== 1) wrong.push(`${route}: ${mains} main landmarks`);
      const count = await countNameless(page);
      if (count > 0) wrong.push(`${route}: ${count} controls without a name`);
    }
    expect(wrong).toEqual([]);
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  },
);

test.each(["/", "/takeaway-menu"])("nothing moves while %s comes up", async (path) => {
  for (const size of sizes) {
    const phone = await environment.phone({
      ...size,
      storage: context.getStorage(path === "/" ? "visitor" : "customer"),
    });
    const { page } = phone;
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await phone.open(path);
    await phone.waitUntilIdle();
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts).toEqual([]);
    expect(phone.unexpectedErrors).toEqual([]);
    await phone.close();
  }
});
