import { isRecord } from "#web/lib/api/parseResponse.ts";

/**
 * Navigation state from a menu to the address book: selecting an address goes back to the menu as it was
 * (open dish included).
 */
export const openedFromMenu = { state: { isMenuBelow: true } } as const;

/** Returns whether the history entry below the address book is the menu it was opened from. */
export function isOpenedFromMenu(state: unknown): boolean {
  return isRecord(state) && state.isMenuBelow === true;
}
