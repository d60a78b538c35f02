import type { Page } from "playwright-core";

/**
 * Waits until the page has stepped back from the history entries of closed layers (`ModalHistory`). A navigation that
 * begins before the step has ended is aborted by it.
 */
export async function waitForModalHistory(page: Page): Promise<void> {
  await page.waitForFunction(() => window.history.state?.layer === undefined);
}
