import type { Page } from "playwright-core";

/** Counts the pixels by which the page is wider than its window. */
export async function countTooWide(page: Page): Promise<number> {
  return await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
