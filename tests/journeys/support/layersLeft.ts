import type { Page } from "playwright-core";

/**
 * Waits until the page has stepped back from the history entries of closed layers (`LayerHistory`). A navigation that
 * begins before the step has ended is aborted by it.
 */
export async function layersLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => window.history.state?.layer === undefined);
}
