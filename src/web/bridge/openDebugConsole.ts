import { sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";

let loading: Promise<unknown> | null = null;

/**
 * Opens vConsole over the page, once, and remembers it for the visit of this web-view, by the signature that
 * allows it or by "1". It shows stored data including tokens: callers must ask the server first whether it
 * may be opened.
 */
export async function openDebugConsole(signature = "1"): Promise<void> {
  loading ??= import("vconsole").then(({ default: VConsole }) => new VConsole({ theme: "light" }));
  try {
    await loading;
    writeSessionItem(sessionKeys.debugConsole, signature);
  } catch (error) {
    loading = null;
    throw error;
  }
}
