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
 * Work that a device does for one message to one number: it looks for the counter whose hashes end in a given key, as
 * ALTCHA (altcha.org, version 2) describes it. The task is signed by this shop; nobody else takes part.
 */
export class SmsProofOfWork {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A task for a message. */
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
      // The library would compare with the clock of this machine; what expires here goes by the shop's.
      data: {
        message: challengeMessage(phone, purpose),
        until: addMs(this.#deps.clock.now(), validMs).getTime(),
      },
      ...(await this.#keys()),
    });
  }

  /** The number of a proof that is good for this message, by which it can be told from others; null for any other text. */
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

/** What a task is bound to, without the number in it. */
function challengeMessage(phone: string, purpose: CodePurpose): string {
  return sha256(`${purpose} ${phone}`);
}

/** Anything but the parts of a proof is null. */
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
