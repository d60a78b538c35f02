import { cachedAnswerPrefix } from "./storage.ts";

/** What is kept: menus and stores are everybody's, the others one customer's. */
export type KeptName = "menu_takeaway" | "menu_in_store" | "store" | "orders" | "order" | "profile";

/** An answer as it was told last, and when (milliseconds). */
export interface Kept<T> {
  readonly at: number;
  readonly value: T;
}

/** The answer that was kept for an owner, as `parse` accepts it; null for anything else. Never throws. */
export function recallKept<T>(
  name: KeptName,
  owner: string,
  parse: (raw: unknown) => T | null,
): Kept<T> | null {
  try {
    const [, at, whose, text] =
      /^(\d+) (\S*) (.+)$/s.exec(window.localStorage.getItem(keyOf(name)) ?? "") ?? [];
    const value = text === undefined || whose !== owner ? null : parse(JSON.parse(text));
    return value === null ? null : { at: Number(at), value };
  } catch {
    return null;
  }
}

/** Where it lies on the device. */
export function keyOf(name: KeptName): string {
  return `${cachedAnswerPrefix}${name}`;
}
