import { readText, removeItem, type StorageKey } from "../storage/storage.ts";

/**
 * Reads a token from the device; null without one. Header values allow visible ASCII only; any other stored
 * value is not a token of ours.
 */
export function readToken(key: StorageKey): string | null {
  const text = readText(key);
  if (text === null) return null;
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text;
  removeItem(key);
  return null;
}
