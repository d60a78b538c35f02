import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const SCHEME = "ACS3-HMAC-SHA256";
const CLOCK_WINDOW_MS = 15 * 60_000;
const REQUIRED_SIGNED_HEADERS = [
  "host",
  "x-acs-action",
  "x-acs-content-sha256",
  "x-acs-date",
  "x-acs-signature-nonce",
  "x-acs-version",
];

/**
 * The parts of a request to Alibaba Cloud that its V3 signature covers; `url` is path and query as received.
 */
export type AcsRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };

/** An error response in Alibaba Cloud's format. */
export type AcsError = { status: number; code: string; message: string };

/** The access key pair that requests must be signed with. */
export type AccessKey = { id: string; secret: string };

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** Builds the text whose hash is signed (Alibaba Cloud, signature version 3). */
export function canonicalRequest(
  { method, url, headers, body }: AcsRequest,
  signedHeaders: readonly string[],
): string {
  const cut = url.indexOf("?");
  const path = cut < 0 ? url : url.slice(0, cut);
  const lines = signedHeaders.map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const query = canonicalQuery(cut < 0 ? "" : url.slice(cut + 1));
  return [method, path, query, lines.join(""), signedHeaders.join(";"), sha256(body)].join("\n");
}

function parseAuthorization(header: string) {
  const found =
    /^ACS3-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!found) return null;
  const [, credential = "", names = "", signature = ""] = found;
  return { credential, signedHeaders: names.split(";"), signature };
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** Stores nonces for as long as their date would still be accepted. */
export class NonceCache {
  readonly #seen = new Map<string, number>();

  /** Adds a nonce; returns whether it is new. */
  addIfNew(nonce: string, now: number): boolean {
    for (const [seenNonce, at] of this.#seen) {
      if (now - at <= 2 * CLOCK_WINDOW_MS) break;
      this.#seen.delete(seenNonce);
    }
    if (this.#seen.has(nonce)) return false;
    this.#seen.set(nonce, now);
    return true;
  }
}

/** Returns the error of an invalid request, or null; a valid request uses up its nonce. */
export function verifyAcsSignature(request: AcsRequest, key: AccessKey, nonces: NonceCache): AcsError | null {
  const { headers } = request;
  const authorization = parseAuthorization(headers.authorization ?? "");
  if (!authorization)
    return {
      status: 400,
      code: "IncompleteSignature",
      message: "The request signature does not conform to Aliyun standards.",
    };
  if (authorization.credential !== key.id)
    return {
      status: 404,
      code: "InvalidAccessKeyId.NotFound",
      message: "Specified access key is not found.",
    };
  const date = String(headers["x-acs-date"] ?? "");
  const now = Date.now();
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) ||
    !(Math.abs(now - Date.parse(date)) <= CLOCK_WINDOW_MS)
  )
    return {
      status: 400,
      code: "InvalidTimeStamp.Expired",
      message: "Specified time stamp or date value is expired.",
    };
  const mismatch = {
    status: 400,
    code: "SignatureDoesNotMatch",
    message: "Specified signature is not matched with our calculation.",
  };
  if (REQUIRED_SIGNED_HEADERS.some((name) => !authorization.signedHeaders.includes(name) || !headers[name]))
    return mismatch;
  if (headers["x-acs-content-sha256"] !== sha256(request.body)) return mismatch;
  const text = `${SCHEME}\n${sha256(canonicalRequest(request, authorization.signedHeaders))}`;
  if (!isEqual(createHmac("sha256", key.secret).update(text).digest("hex"), authorization.signature))
    return mismatch;
  if (!nonces.addIfNew(String(headers["x-acs-signature-nonce"]), now))
    return {
      status: 400,
      code: "SignatureNonceUsed",
      message: "Specified signature nonce was used already.",
    };
  return null;
}
