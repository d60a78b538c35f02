import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import type { Challenge, Solution } from "altcha-lib/types";
import type { Deps } from "../../platform/Deps.ts";
import { sha256 } from "../../platform/security/ids.ts";
import { getSigningKey } from "../../platform/security/signing-key.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { CodePurpose } from "./sms-code.repository.ts";

const keyName = "sms-proof-key";

/**
 * Proof of work that a device does for one message to one number: it searches for the counter whose hashes
 * end in a given key, as in ALTCHA (altcha.org, version 2). The challenge is signed by this app; no third
 * party takes part.
 */
export class SmsProofOfWork {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Creates a challenge for a message. */
  async challenge(phone: string, purpose: CodePurpose): Promise<Challenge> {
    const {
      hashesPerKey,
      minKeys: keysLeast,
      maxKeys: keysMost,
      validMs,
    } = this.#deps.config.limits.sms.proof;
    return await createChallenge({
      algorithm: "SHA-256",
      cost: hashesPerKey,
      counter: randomInt(keysLeast, keysMost),
      deriveKey,
      // The library would compare with the machine's clock; expiry here uses the app's clock.
      data: {
        message: challengeMessage(phone, purpose),
        until: addMs(this.#deps.clock.now(), validMs).getTime(),
      },
      ...(await this.#keys()),
    });
  }

  /** Returns the unique id of a proof that is valid for this message; null for any other text. */
  async verify(proof: string, phone: string, purpose: CodePurpose): Promise<string | null> {
    const { challenge, solution } = parseProof(proof) ?? {};
    if (challenge === undefined || solution === undefined) return null;
    const { message, until } = challenge.parameters.data ?? {};
    if (message !== challengeMessage(phone, purpose)) return null;
    if (typeof until !== "number" || until <= this.#deps.clock.now().getTime()) return null;
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...(await this.#keys()) });
    return verified ? challenge.parameters.nonce : null;
  }

  async #keys() {
    const key = await getSigningKey(this.#deps, keyName);
    return { hmacSignatureSecret: key, hmacKeySignatureSecret: sha256(key) };
  }
}

/** Returns the message that a challenge is bound to, hiding the number. */
function challengeMessage(phone: string, purpose: CodePurpose): string {
  return sha256(`${purpose} ${phone}`);
}

/** Parses a proof; null for anything malformed. */
function parseProof(proof: string): { challenge: Challenge; solution: Solution } | null {
  try {
    const { challenge, solution } = JSON.parse(proof);
    const { parameters, signature } = challenge;
    const isChallenge = typeof signature === "string" && typeof parameters?.nonce === "string";
    return isChallenge && typeof solution === "object" ? { challenge, solution } : null;
  } catch {
    return null;
  }
}
