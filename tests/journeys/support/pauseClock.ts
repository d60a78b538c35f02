import type { Page } from "playwright-core";

/** Stops an installed clock of a page, so that only `fastForward` moves it, however slow the machine is. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}
