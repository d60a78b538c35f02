import { readText, storageKeys, writeText } from "../storage.ts";

const quietMs = 60_000;

/**
 * Reloads the document because a chunk is gone (a new release); at most once a minute, and never without a network.
 * Tells whether it does.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  const last = Number(readText(storageKeys.chunkReload) ?? 0);
  const since = Date.now() - last;
  if (since >= 0 && since < quietMs) return false;
  writeText(storageKeys.chunkReload, String(Date.now()));
  window.location.reload();
  return true;
}
