import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { countTooWide } from "./support/countTooWide.ts";
import { findMismatchedNames } from "./support/findMismatchedNames.ts";
import { findSmallTargets } from "./support/findSmallTargets.ts";
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
/** A finger needs 44 px; staff work with a mouse, for which WCAG 2.2 (2.5.8) asks 24. */
const minTargetPx = { phone: 44, desktop: 24 };

beforeAll(async () => {
  environment = await startEnvironment();
  context = await prepareScreens(environment);
});

afterAll(async () => {
  await environment.close();
});

/** Counts the current controls without an accessible name. */
async function countNameless(page: Page): Promise<number> {
  const lines = (await page.locator("body").ariaSnapshot()).split("\n");
  // A line is `- button "its name"`, in single quotes where the name has YAML characters.
  return lines.filter((line) =>
    /^\s*- '?(button|link|textbox|searchbox|checkbox|radio|tab)\b(?! ")/.test(line),
  ).length;
}

test.each(["visitor", "customer", "demo", "staff", "office"] as const)(
  "every screen of a %s is titled and quiet, fits both sizes, can be used by everybody, has one main landmark, and has controls that a finger hits and whose names say what is seen on them",
  async (who) => {
    const wrong: string[] = [];
    const isAdmin = who === "staff" || who === "office";
    const phone = await environment.phone({ storage: context.getStorage(who) });
    const { page } = phone;
    for (const [route, title, , heading = title] of screens.filter((screen) => screen[2] === who)) {
      await phone.open(context.getPath(route));
      await page.waitForFunction((text) => document.title === text, `${title} - 食单`);
      if (route !== "/") await page.getByRole("heading", { name: heading, exact: true }).waitFor();
      await phone.waitUntilIdle();
      for (const size of isAdmin ? adminSizes : sizes) {
        await page.setViewportSize(size);
        const wide = await countTooWide(page);
        if (wide > 0) wrong.push(`${route} at ${size.width}: ${wide} px too wide`);
        const minPx = minTargetPx[route.startsWith("/admin") ? "desktop" : "phone"];
        for (const target of await findSmallTargets(page, minPx))
          wrong.push(`${route} at ${size.width}: small ${target}`);
        for (const finding of await seriousFindings(page))
          wrong.push(`${route} at ${size.width}: ${finding}`);
      }
      // Texts that run stand still, and may have to be read in another way.
      await page.emulateMedia({ reducedMotion: "reduce" });
      for (const finding of await seriousFindings(page)) wrong.push(`${route} without motion: ${finding}`);
      await page.emulateMedia({ reducedMotion: null });
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
