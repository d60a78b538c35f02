import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const scheme = "AWS4-HMAC-SHA256";
const clockWindowMs = 15 * 60_000;
const requiredSignedHeaders = ["host", "x-amz-content-sha256", "x-amz-date"];

/** The parts of a request that a version 4 signature covers; `url` is path and query as received. */
export type SignedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };

/** The access key pair that requests must be signed with. */
export type AccessKey = { id: string; secret: string };

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** Percent-encodes by RFC 3986, as the signature requires. */
function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .sort()
    .join("&");
}

/** Parses a timestamp such as "20260302T040506Z" to milliseconds. */
function parseAmzDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

/** Returns the S3 error code for an invalid signature, or null when it is valid. */
export function verifyS3Signature(request: SignedRequest, key: AccessKey, now: Date): string | null {
  const { method, url, headers, body } = request;
  const match =
    /^(\S+) Credential=([^/]+)\/(\d{8}\/[\w-]+\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (match === null || match[1] !== scheme) return "AccessDenied";
  const [, , id = "", scope = "", names = "", signature = ""] = match;
  if (id !== key.id) return "InvalidAccessKeyId";
  if (!requiredSignedHeaders.every((name) => names.split(";").includes(name))) return "AccessDenied";
  const amzDate = String(headers["x-amz-date"]);
  if (!(Math.abs(parseAmzDate(amzDate) - now.getTime()) <= clockWindowMs)) return "RequestTimeTooSkewed";
  // Streams are sent unsigned: their digest is not known before their end.
  const payload = headers["x-amz-content-sha256"];
  if (payload !== sha256(body) && payload !== "UNSIGNED-PAYLOAD") return "XAmzContentSHA256Mismatch";
  const [path = "", query = ""] = url.split("?");
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, canonicalQuery(query), lines.join(""), names, payload].join("\n");
  const signingKey = scope
    .split("/")
    .reduce<Buffer | string>((derivedKey, part) => hmac(derivedKey, part), `AWS4${key.secret}`);
  const expected = hmac(signingKey as Buffer, [scheme, amzDate, scope, sha256(canonical)].join("\n"));
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}
