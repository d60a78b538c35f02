import { appEndpoints } from "#contract/app/endpoints.ts";
import { openDebugConsole } from "#web/bridge/openDebugConsole.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { removeSessionItem, sessionKeys } from "#web/lib/storage/sessionStorage.ts";
import { toast } from "#web/ui/notify.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { settingsStore } from "../../app/SettingsStore.ts";
import styles from "./debugNotice.module.css";
import { debugMessages } from "./messages.ts";

/** Session marker of a console opened by seven taps instead of a signature. */
const tapMarker = "1";

/**
 * Opens the debug console for this visit after the server agreed: to the signature of a debug link, which
 * also shows a notice, or to seven taps. Rejects when the server is unreachable; the next page retries.
 */
export async function restoreDebugConsole(root: RootStore, marker: string): Promise<void> {
  if (marker === tapMarker) {
    if ((await root.get(settingsStore).load()).vconsole) await openDebugConsole();
    return;
  }
  try {
    await root.api.call(appEndpoints.debugAccess, { query: { signature: marker } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "forbidden") throw error;
    removeSessionItem(sessionKeys.debugConsole);
    toast(debugMessages.expired);
    return;
  }
  await openDebugConsole(marker);
  showDebugNotice(() => {
    removeSessionItem(sessionKeys.debugConsole);
    window.location.reload();
  });
}

/**
 * Shows over every page that the console is open and which data it shows; outside of React, like the console.
 */
function showDebugNotice(onClose: () => void): void {
  const notice = document.createElement("aside");
  notice.className = styles.notice ?? "";
  const text = document.createElement("span");
  text.textContent = debugMessages.notice;
  const close = document.createElement("button");
  close.type = "button";
  close.className = styles.close ?? "";
  close.textContent = debugMessages.close;
  close.addEventListener("click", onClose);
  notice.append(text, close);
  document.body.append(notice);
}
