import { readText, storageKeys, writeText } from "../storage/storage.ts";

const cooldownMs = 60_000;

/**
 * Reloads the document because a chunk is gone (a new release); at most once a minute, and never without a
 * network. Returns whether it reloads.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  const lastReloadAt = Number(readText(storageKeys.chunkReload) ?? 0);
  const elapsedMs = Date.now() - lastReloadAt;
  if (elapsedMs >= 0 && elapsedMs < cooldownMs) return false;
  writeText(storageKeys.chunkReload, String(Date.now()));
  window.location.reload();
  return true;
}
