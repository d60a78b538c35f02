import { readSessionItem, sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";

const parameter = "vconsole";

/**
 * Takes the signature of a debug link out of the address, which may be sent on, and stores it for the visit. Call it
 * before the router reads the address. Returns what the visit has of the developers' console: the signature, or "1" when
 * seven taps opened it; null without one.
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
