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

/** What must be known again when WeChat's page leads back. */
export interface WechatAuthSession {
  readonly purpose: AuthPurpose;
  /** Comes back unchanged, or the return is not ours. */
  readonly state: string;
  /** The path of this app to go on with. */
  readonly target: string;
  readonly inviteCode: string;
}

/** How a trip ended; everything but "done" led to nothing. */
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
 * Stores a trip for ten minutes, twice: a webview that comes back may have lost either storage. Answers whether it can be
 * found again.
 */
export function saveWechatAuthSession(session: WechatAuthSession): boolean {
  const text = JSON.stringify({ ...session, expiresAt: Date.now() + wechatAuthTimeoutMs });
  const isInSessionStorage = writeSessionItem(sessionKeys.wechatAuthSession, text);
  return writeText(storageKeys.wechatAuthSession, text) || isInSessionStorage;
}

/** Removes the trip from both storages. */
export function removeWechatAuthSession(): void {
  removeSessionItem(sessionKeys.wechatAuthSession);
  removeItem(storageKeys.wechatAuthSession);
}

/** The trip that left with this state, from whichever storage still has it; null when there is none, or it is too old. */
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

/** Stores how a trip ended for the page it leads to. */
export function saveWechatAuthResult(purpose: AuthPurpose, result: WechatAuthResult): void {
  writeSessionItem(sessionKeys.wechatOutcome, `${purpose}:${result}`);
}

/** The outcome stored for this purpose, once; null when there is none. */
export function takeWechatAuthResult(purpose: AuthPurpose): WechatAuthResult | null {
  const [storedPurpose, result = ""] = (readSessionItem(sessionKeys.wechatOutcome) ?? "").split(":");
  if (storedPurpose !== purpose) return null;
  removeSessionItem(sessionKeys.wechatOutcome);
  return parseWechatAuthResult(result);
}

/** Reads a result out of an address; null for anything else. */
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
