import { isRecord } from "#web/shared/api/readReply.ts";
import { readVisit, removeVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";

/** A login takes no longer. */
const lifeMs = 10 * 60_000;

/** Remembers that a press on 提交订单 on the page of this path led to the login. */
export function saveSubmitOffer(path: string): void {
  writeVisit(visitKeys.submitOffer, JSON.stringify({ path, at: Date.now() }));
}

/** Whether the last press on 提交订单 on the page of this path led to the login, a short while ago. */
export function findSubmitOffer(path: string): boolean {
  try {
    const offer: unknown = JSON.parse(readVisit(visitKeys.submitOffer) ?? "null");
    return isRecord(offer) && offer.path === path && Date.now() - Number(offer.at) < lifeMs;
  } catch {
    // Not ours: as good as none.
    return false;
  }
}

/** The order is submitted, or the customer is told something else. */
export function removeSubmitOffer(): void {
  removeVisit(visitKeys.submitOffer);
}
