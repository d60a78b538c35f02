import type { Page } from "playwright-core";

/**
 * Waits until the page has gone back from the history entries of closed modals (`ModalHistory`). A navigation
 * that starts earlier would be aborted by it.
 */
export async function waitForModalHistory(page: Page): Promise<void> {
  await page.waitForFunction(() => window.history.state?.layer === undefined);
}
