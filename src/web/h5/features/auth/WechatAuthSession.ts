import { wechatAuthTimeoutMs } from "#contract/constants.ts";
import type { AuthPurpose } from "#contract/wechat/schema.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { safeRedirect } from "#web/lib/routing/safeRedirect.ts";
import {
  readSessionItem,
  removeSessionItem,
  sessionKeys,
  writeSessionItem,
} from "#web/lib/storage/sessionStorage.ts";
import { readText, removeItem, storageKeys, writeText } from "#web/lib/storage/storage.ts";
import { toNumber, toText } from "../../app/parse.ts";

/** State of an authorization round trip, needed when WeChat's page redirects back. */
export interface WechatAuthSession {
  readonly purpose: AuthPurpose;
  /** Must come back unchanged, otherwise the redirect is not ours. */
  readonly state: string;
  /** Path of this app to continue with. */
  readonly target: string;
  readonly inviteCode: string;
}

/** Result of an authorization; everything but "done" has failed. */
export type WechatAuthResult = "done" | "refused" | "snapshot" | "taken" | "failed";

const purposes: readonly string[] = ["login", "payer", "profile"] satisfies AuthPurpose[];
const results: readonly string[] = [
  "done",
  "refused",
  "snapshot",
  "taken",
  "failed",
] satisfies WechatAuthResult[];

/**
 * Stores the authorization session for ten minutes in both storages, because a returning webview may have
 * lost either. Returns whether it can be found again.
 */
export function saveWechatAuthSession(session: WechatAuthSession): boolean {
  const text = JSON.stringify({ ...session, expiresAt: Date.now() + wechatAuthTimeoutMs });
  const isInSessionStorage = writeSessionItem(sessionKeys.wechatAuthSession, text);
  return writeText(storageKeys.wechatAuthSession, text) || isInSessionStorage;
}

/** Removes the authorization session from both storages. */
export function removeWechatAuthSession(): void {
  removeSessionItem(sessionKeys.wechatAuthSession);
  removeItem(storageKeys.wechatAuthSession);
}

/** Returns the session with this state from either storage; null when it is missing or expired. */
export function findWechatAuthSession(state: string): WechatAuthSession | null {
  const sessions = [
    readSessionItem(sessionKeys.wechatAuthSession),
    readText(storageKeys.wechatAuthSession),
  ].map(parseSession);
  return sessions.find((session) => session !== null && session.state === state) ?? null;
}

function parseSession(text: string | null): WechatAuthSession | null {
  const raw = parseJson(text);
  if (!isRecord(raw) || toText(raw.state) === "" || !purposes.includes(toText(raw.purpose))) return null;
  if ((toNumber(raw.expiresAt) ?? 0) <= Date.now()) return null;
  return {
    purpose: raw.purpose as AuthPurpose,
    state: toText(raw.state),
    target: safeRedirect(toText(raw.target)),
    inviteCode: toText(raw.inviteCode),
  };
}

/** Stores the result of an authorization for the page it leads to. */
export function saveWechatAuthResult(purpose: AuthPurpose, result: WechatAuthResult): void {
  writeSessionItem(sessionKeys.wechatOutcome, `${purpose}:${result}`);
}

/** Returns and removes the result stored for this purpose; null when there is none. */
export function takeWechatAuthResult(purpose: AuthPurpose): WechatAuthResult | null {
  const [storedPurpose, result = ""] = (readSessionItem(sessionKeys.wechatOutcome) ?? "").split(":");
  if (storedPurpose !== purpose) return null;
  removeSessionItem(sessionKeys.wechatOutcome);
  return parseWechatAuthResult(result);
}

/** Parses a result from the URL; null for anything else. */
export function parseWechatAuthResult(text: string | null): WechatAuthResult | null {
  return text !== null && results.includes(text) ? (text as WechatAuthResult) : null;
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
