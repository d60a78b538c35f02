import { sessionKeys, writeSessionItem } from "#web/lib/storage/sessionStorage.ts";

let loading: Promise<unknown> | null = null;

/**
 * Puts vConsole over the page, once, and remembers it while this webview is open, by the signature that allows it or by
 * "1". It shows what is stored, tokens too: callers ask the server first whether it may be opened.
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
