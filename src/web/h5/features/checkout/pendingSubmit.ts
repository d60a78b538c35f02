import { isRecord } from "#web/lib/api/parseResponse.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";

/** Longer than a login takes (ms). */
const ttlMs = 10 * 60_000;

/** Stores that a tap on 提交订单 on the page of this path led to the login. */
export function savePendingSubmit(path: string): void {
  writeSessionItem(sessionKeys.submitPrompt, JSON.stringify({ path, at: Date.now() }));
}

/** Returns whether the last tap on 提交订单 on the page of this path led to the login, a short while ago. */
export function hasPendingSubmit(path: string): boolean {
  try {
    const pending: unknown = JSON.parse(readSessionItem(sessionKeys.submitPrompt) ?? "null");
    return isRecord(pending) && pending.path === path && Date.now() - Number(pending.at) < ttlMs;
  } catch {
    // Foreign data counts as none.
    return false;
  }
}

/** Removes the mark once the order is submitted or another notice is shown. */
export function removePendingSubmit(): void {
  removeSessionItem(sessionKeys.submitPrompt);
}
