import { wechatAuthMs } from "#contract/constants.ts";
import type { AuthPurpose } from "#contract/wechat/schema.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { safeRedirect } from "#web/shared/routing/safeRedirect.ts";
import { readText, remove, storageKeys, writeText } from "#web/shared/storage.ts";
import { readVisit, removeVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import { numberOf, textOf } from "../../wireValues.ts";

/** What must be known again when WeChat's page leads back. */
export interface WechatTrip {
  readonly purpose: AuthPurpose;
  /** Comes back unchanged, or the return is not ours. */
  readonly state: string;
  /** The path of this app to go on with. */
  readonly target: string;
  readonly inviteCode: string;
}

/** How a trip ended; everything but "done" led to nothing. */
export type TripResult = "done" | "refused" | "snapshot" | "taken" | "failed";

const purposes: readonly string[] = ["login", "payer", "profile"] satisfies AuthPurpose[];
const results: readonly string[] = ["done", "refused", "snapshot", "taken", "failed"] satisfies TripResult[];

/**
 * Stores a trip for ten minutes, twice: a webview that comes back may have lost either storage. Answers whether it can be
 * found again.
 */
export function storeTrip(trip: WechatTrip): boolean {
  const text = JSON.stringify({ ...trip, expiresAt: Date.now() + wechatAuthMs });
  const isInVisit = writeVisit(visitKeys.wechatTrip, text);
  return writeText(storageKeys.wechatTrip, text) || isInVisit;
}

/** Removes the trip from both storages. */
export function removeTrip(): void {
  removeVisit(visitKeys.wechatTrip);
  remove(storageKeys.wechatTrip);
}

/** The trip that left with this state, from whichever storage still has it; null when there is none, or it is too old. */
export function findTrip(state: string): WechatTrip | null {
  const trips = [readVisit(visitKeys.wechatTrip), readText(storageKeys.wechatTrip)].map(parseTrip);
  return trips.find((trip) => trip !== null && trip.state === state) ?? null;
}

function parseTrip(text: string | null): WechatTrip | null {
  const raw = parsed(text);
  if (!isRecord(raw) || textOf(raw.state) === "" || !purposes.includes(textOf(raw.purpose))) return null;
  if ((numberOf(raw.expiresAt) ?? 0) <= Date.now()) return null;
  return {
    purpose: raw.purpose as AuthPurpose,
    state: textOf(raw.state),
    target: safeRedirect(textOf(raw.target)),
    inviteCode: textOf(raw.inviteCode),
  };
}

/** Stores how a trip ended for the page it leads to. */
export function keepOutcome(purpose: AuthPurpose, result: TripResult): void {
  writeVisit(visitKeys.wechatOutcome, `${purpose}:${result}`);
}

/** The outcome stored for this purpose, once; null when there is none. */
export function takeOutcome(purpose: AuthPurpose): TripResult | null {
  const [kept, result = ""] = (readVisit(visitKeys.wechatOutcome) ?? "").split(":");
  if (kept !== purpose) return null;
  removeVisit(visitKeys.wechatOutcome);
  return asResult(result);
}

/** Reads a result out of an address; null for anything else. */
export function asResult(text: string | null): TripResult | null {
  return text !== null && results.includes(text) ? (text as TripResult) : null;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
