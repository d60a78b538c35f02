import { expect } from "vitest";
import type { Phone } from "../../../scripts/lib/Phone.ts";

export const expiredText = "登录已过期，请重新登录";

/** Records in the page, from its start on, when the message appears and when a login page opens. */
const watchScript = `
  window.seen = {};
  const note = (name) => { window.seen[name] ??= performance.now(); };
  for (const name of ["pushState", "replaceState"]) {
    const work = history[name];
    history[name] = function (state, title, url) {
      if (/^\\/(login|admin\\/login)\\?/.test(String(url))) note("login");
      return work.apply(history, arguments);
    };
  }
  new MutationObserver(() => {
    if (document.body?.innerText.includes("${expiredText}")) note("message");
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Watches the pages that the phone opens from now on; must be called before the page is opened. */
export async function watchExpiryNotice(phone: Phone): Promise<void> {
  await phone.context.addInitScript(watchScript);
}

/** Waits for the message and then the login page, and expects time between them for reading it. */
export async function expectExpiryNotice(phone: Phone, login: string): Promise<void> {
  await phone.page.getByText(expiredText).first().waitFor();
  const { path } = phone;
  await phone.page.waitForURL((url) => url.pathname === login);
  const seen = await phone.page.evaluate<{ message: number; login: number }>("window.seen");
  // The time runs from the call; a busy machine renders the message some time after it.
  expect(seen.login - seen.message, path).toBeGreaterThan(1_000);
}
