import { isRecord } from "#web/shared/api/readReply.ts";
import { safeRedirect } from "#web/shared/routing/safeRedirect.ts";
import { readVisit, removeVisit, visitKeys, writeVisit } from "#web/shared/visitStorage.ts";
import { textOf } from "../../wireValues.ts";

/** Why somebody goes to WeChat's page: to log in, to be able to pay, or to fetch nickname and picture. */
export type TripPurpose = "login" | "openid" | "profile";

/** What must be known again when WeChat's page leads back. */
export interface WechatTrip {
  readonly purpose: TripPurpose;
  /** Comes back unchanged, or the return is not ours. */
  readonly state: string;
  /** The path of this app to go on with. */
  readonly target: string;
  readonly inviteCode: string;
}

/** How a trip ended; everything but "done" led to nothing. */
export type TripResult = "done" | "refused" | "snapshot" | "taken" | "failed";

const purposes: readonly string[] = ["login", "openid", "profile"] satisfies TripPurpose[];
const results: readonly string[] = ["done", "refused", "snapshot", "taken", "failed"] satisfies TripResult[];

export function keepTrip(trip: WechatTrip): void {
  writeVisit(visitKeys.wechatTrip, JSON.stringify(trip));
}

export function endTrip(): void {
  removeVisit(visitKeys.wechatTrip);
}

/** The trip that is under way in this webview; null when there is none. */
export function readTrip(): WechatTrip | null {
  const raw = parsed(readVisit(visitKeys.wechatTrip));
  if (!isRecord(raw) || textOf(raw.state) === "" || !purposes.includes(textOf(raw.purpose))) return null;
  return {
    purpose: raw.purpose as TripPurpose,
    state: textOf(raw.state),
    target: safeRedirect(textOf(raw.target)),
    inviteCode: textOf(raw.inviteCode),
  };
}

/** Leaves word of how a trip ended for the page it leads to. */
export function keepOutcome(purpose: TripPurpose, result: TripResult): void {
  writeVisit(visitKeys.wechatOutcome, `${purpose}:${result}`);
}

/** The word left for this purpose, once; null when there is none. */
export function takeOutcome(purpose: TripPurpose): TripResult | null {
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
