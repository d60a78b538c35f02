import { readSessionItem, sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";

const parameter = "vconsole";

/**
 * Removes the signature of a debug link from the URL, which may be shared, and stores it for the visit. Call
 * it before the router reads the URL. Returns the visit's access to the developer console: the signature, or
 * "1" after seven taps opened it; null without access.
 */
export function storeDebugSignature(): string | null {
  const url = new URL(window.location.href);
  const signature = url.searchParams.get(parameter);
  if (signature === null) return readSessionItem(sessionKeys.debugConsole);
  url.searchParams.delete(parameter);
  window.history.replaceState(window.history.state, "", url);
  if (!/^[\w.-]{2,128}$/.test(signature)) return readSessionItem(sessionKeys.debugConsole);
  writeSessionItem(sessionKeys.debugConsole, signature);
  return signature;
}
