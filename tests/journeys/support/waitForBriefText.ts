import type { Page } from "playwright-core";

/**
 * Resolves when a text has been in the page, even if only for a moment. Call it before what makes the text appear.
 */
export async function waitForBriefText(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (document.body.textContent.includes(wanted)) resolve();
        };
        new MutationObserver(check).observe(document.body, {
          childList: true,
          subtree: true,
          characterData: true,
        });
        check();
      }),
    text,
  );
}
