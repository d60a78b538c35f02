import { visitKeys, writeVisit } from "#web/shared/visitStorage.ts";

let opening: Promise<unknown> | null = null;

/**
 * Puts vConsole over the page, once, and remembers it while this webview is open. It shows what is stored, tokens
 * too: callers ask the installation first whether it may be opened.
 */
export async function openDebugConsole(): Promise<void> {
  opening ??= import("vconsole").then(({ default: VConsole }) => new VConsole({ theme: "light" }));
  try {
    await opening;
    writeVisit(visitKeys.debugConsole, "1");
  } catch (error) {
    opening = null;
    throw error;
  }
}
