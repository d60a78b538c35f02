import { createHash, randomBytes, randomInt } from "node:crypto";

const unambiguousCharacters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Generates a random id of 128 bits in 22 characters of `A-Za-z0-9_-`. */
export function newId(): string {
  return randomBytes(16).toString("base64url");
}

/** Kind of the rising ids of orders; no random id begins with it. */
export const orderIdKind = "order1";

/**
 * Generates an id of a kind of rows that are added all the time: the kind, ten characters of the time and sixteen of 80 random bits,
 * of `0-9a-v`. Ids rise with the time in ms, so that new rows stand together in each index and are written with few pages.
 */
export function newRisingId(kind: string, at: Date): string {
  const random = BigInt(`0x${randomBytes(10).toString("hex")}`)
    .toString(32)
    .padStart(16, "0");
  return `${startOfRisingIds(kind, at)}${random}`;
}

/** Returns the text at which the ids of a kind begin that `newRisingId` generates from a time on. */
export function startOfRisingIds(kind: string, at: Date): string {
  return `${kind}${at.getTime().toString(32).padStart(10, "0")}`;
}

/** Generates a random secret of 256 bits in 43 characters. */
export function generateToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Generates random decimal digits, for codes and numbers that people read. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("");
}

/** Generates random letters and digits without ambiguous characters. */
export function randomCode(count: number): string {
  return Array.from(
    { length: count },
    () => unambiguousCharacters[randomInt(unambiguousCharacters.length)],
  ).join("");
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
