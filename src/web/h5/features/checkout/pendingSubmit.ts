import { isRecord } from "#web/lib/api/parseResponse.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";

/** A login takes no longer. */
const ttlMs = 10 * 60_000;

/** Remembers that a press on 提交订单 on the page of this path led to the login. */
export function savePendingSubmit(path: string): void {
  writeSessionItem(sessionKeys.submitPrompt, JSON.stringify({ path, at: Date.now() }));
}

/** Whether the last press on 提交订单 on the page of this path led to the login, a short while ago. */
export function hasPendingSubmit(path: string): boolean {
  try {
    const pending: unknown = JSON.parse(readSessionItem(sessionKeys.submitPrompt) ?? "null");
    return isRecord(pending) && pending.path === path && Date.now() - Number(pending.at) < ttlMs;
  } catch {
    // Not ours: as good as none.
    return false;
  }
}

/** The order is submitted, or the customer is told something else. */
export function removePendingSubmit(): void {
  removeSessionItem(sessionKeys.submitPrompt);
}
