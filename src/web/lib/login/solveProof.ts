import { sha256 } from "@noble/hashes/sha2.js";
import { solveChallenge } from "altcha-lib";
import type { Challenge, DeriveKeyFunction } from "altcha-lib/types";

/**
 * Hashes in plain JavaScript: pages on http have no `crypto.subtle`, and calling it for each of many short
 * hashes would be slower.
 */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => {
  const input = new Uint8Array(salt.length + password.length);
  input.set(salt);
  input.set(password, salt.length);
  let key = sha256(input);
  for (let n = 1; n < cost; n++) key = sha256(key);
  return { parameters: {}, derivedKey: key.subarray(0, keyLength) };
};

/**
 * Solves a challenge and returns the proof as `send-code` accepts it; takes one or two seconds on a phone, in
 * slices that keep the page responsive. Throws without a solution.
 */
export async function solveProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error("the proof of work took too long");
  return JSON.stringify({ challenge, solution });
}
