import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { AuthPurpose } from "#contract/wechat/schema.ts";

/** Content of an authorisation state, as signed by this server. */
export interface AuthState {
  purpose: AuthPurpose;
  /** The path of this app to continue with; "/" if the real one was too long for a state. */
  target: string;
  /** The first bytes of the hash of the session of a payer's authorisation; empty for other purposes. */
  session: string;
}

const purposes = ["login", "profile", "payer"] as const satisfies readonly AuthPurpose[];
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** WeChat returns a state of up to 128 letters and digits, which hold this number of bytes. */
const maxBytes = 95;
const macBytes = 16;
const nonceBytes = 8;
const sessionBytes = 8;
/** Purpose, seconds of expiry, nonce. */
const headerBytes = 1 + 4 + nonceBytes;

/** Returns the part of a session's hash that a state carries. */
export function sessionPrefix(sessionHash: string): string {
  return sessionHash.slice(0, sessionBytes * 2);
}

/** Encodes and signs a state of letters and digits only, valid until `expiresAt`. */
export function signAuthState(secret: string, state: AuthState, expiresAt: Date): string {
  const session = Buffer.from(state.session, "hex");
  const target = Buffer.from(state.target, "utf8");
  const maxTargetBytes = maxBytes - headerBytes - session.length - macBytes;
  const expiry = Buffer.alloc(4);
  expiry.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000));
  const payload = Buffer.concat([
    // Never zero, so that no leading byte is lost when the bytes are encoded as a number.
    Buffer.from([purposes.indexOf(state.purpose) + 1]),
    expiry,
    randomBytes(nonceBytes),
    session,
    target.length <= maxTargetBytes ? target : Buffer.from("/"),
  ]);
  return encodeBase62(Buffer.concat([payload, computeMac(secret, payload)]));
}

/** Parses a state; null when this server did not sign it, or when it has expired. */
export function parseAuthState(secret: string, text: string, now: Date): AuthState | null {
  const bytes = decodeBase62(text);
  if (bytes === null || bytes.length < headerBytes + macBytes) return null;
  const payload = bytes.subarray(0, -macBytes);
  if (!timingSafeEqual(bytes.subarray(-macBytes), computeMac(secret, payload))) return null;
  const purpose = purposes[(payload[0] ?? 0) - 1];
  if (purpose === undefined || payload.readUInt32BE(1) * 1000 <= now.getTime()) return null;
  const targetOffset = headerBytes + (purpose === "payer" ? sessionBytes : 0);
  const session = payload.subarray(headerBytes, targetOffset).toString("hex");
  return { purpose, session, target: payload.subarray(targetOffset).toString("utf8") };
}

function computeMac(secret: string, payload: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "wechat authorisation state", 32));
  return createHmac("sha256", key).update(payload).digest().subarray(0, macBytes);
}

function encodeBase62(bytes: Buffer): string {
  let text = "";
  for (let remaining = BigInt(`0x${bytes.toString("hex")}`); remaining > 0n; remaining /= 62n)
    text = alphabet.charAt(Number(remaining % 62n)) + text;
  return text;
}

function decodeBase62(text: string): Buffer | null {
  if (!/^[0-9A-Za-z]{1,128}$/.test(text)) return null;
  let value = 0n;
  for (const letter of text) value = value * 62n + BigInt(alphabet.indexOf(letter));
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
}
