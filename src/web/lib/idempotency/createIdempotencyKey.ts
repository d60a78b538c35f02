/**
 * Creates a random key of 128 bits (32 hex digits): the `client_key` of one intent, reused for its retries.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
