import { visitKeys, writeVisit } from "#web/shared/visitStorage.ts";

let opening: Promise<unknown> | null = null;

/**
 * Puts vConsole over the page, once, and remembers it while this webview is open, by the signature that allows it or by
 * "1". It shows what is stored, tokens too: callers ask the server first whether it may be opened.
 */
export async function openDebugConsole(mark = "1"): Promise<void> {
  opening ??= import("vconsole").then(({ default: VConsole }) => new VConsole({ theme: "light" }));
  try {
    await opening;
    writeVisit(visitKeys.debugConsole, mark);
  } catch (error) {
    opening = null;
    throw error;
  }
}
