import { isRecord } from "#web/lib/api/parseResponse.ts";

/** Navigates to the address book from a menu, to which choosing an address steps back, as it was (a dish in its link). */
export const openedFromMenu = { state: { isMenuBelow: true } } as const;

/** Whether the entry below the address book's is the menu it was opened from. */
export function isOpenedFromMenu(state: unknown): boolean {
  return isRecord(state) && state.isMenuBelow === true;
}
