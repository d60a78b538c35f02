import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Phone } from "../../../scripts/lib/Phone.ts";

/** How a popup is opened and recognised. */
export interface Popup {
  path: () => string | Promise<string>;
  /** Does what must be done on the page before the opener is there. */
  prepare?: (phone: Phone) => Promise<unknown>;
  /** True if the phone must not be located, which would close the popup. */
  isLocationDenied?: boolean;
  opener: (page: Page) => Locator;
  role?: "dialog" | "alertdialog";
  /** Accessible name of the popup. */
  name: string | RegExp;
}

/** Locates the first button of a name. */
export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first();
/** Path of a page that needs no preparation. */
export const at = (path: string) => () => path;

/** The focus is in the popup, or has left the page for the browser's own controls; never on the page beneath. */
async function expectFocusInside(popup: Locator, message: string): Promise<void> {
  const describeFocus = () =>
    popup.evaluate((element) => {
      const { activeElement } = document;
      const isOutside = activeElement !== document.body && !element.contains(activeElement);
      return isOutside ? activeElement?.outerHTML.slice(0, 200) : "inside";
    });
  await expect.poll(describeFocus, { message }).toBe("inside");
}

/** Opens the popup by keyboard, walks through it, closes it with Esc, opens it again and goes back. */
export async function expectClosable(
  phone: Phone,
  { opener, role = "dialog", name }: Pick<Popup, "opener" | "role" | "name">,
): Promise<void> {
  const { page } = phone;
  const title = String(name);
  const popup = page.getByRole(role, { name, exact: typeof name === "string" }).last();
  // A confirmation dialog is an element without a size around a fixed one.
  const content = popup.getByRole("button").first();
  const control = opener(page);
  await expect.poll(() => control.isEnabled(), { timeout: 30_000 }).toBe(true);
  const before = page.url();
  await control.focus();
  await page.keyboard.press("Enter");
  await content.waitFor();
  const hasFocus = () => popup.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus, { message: `${title}: takes the focus` }).toBe(true);
  for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    await expectFocusInside(popup, `${title}: keeps the focus after ${key}`);
  }
  await page.keyboard.press("Escape");
  await content.waitFor({ state: "hidden" });
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  await expect.poll(isFocused, { message: `${title}: gives the focus back after Esc` }).toBe(true);
  await control.click();
  await content.waitFor();
  await page.goBack();
  await content.waitFor({ state: "hidden" });
  expect(page.url(), `${title}: Back stays on the page`).toBe(before);
}
