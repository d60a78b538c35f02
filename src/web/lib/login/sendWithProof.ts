import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

/** A proof can be refused once more, if the device slept until the challenge had expired. */
const maxAttempts = 3;

/**
 * Sends a request that costs a text message. If the server requires a proof of work first, solves it
 * (`onProof` is called at its start) and resends the request. Rethrows failures of `send`, and the refusal if
 * the proof does not help.
 */
export async function sendWithProof<T>(
  send: (proof?: string) => Promise<T>,
  onProof: () => void,
): Promise<T> {
  let proof: string | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(proof);
    } catch (error) {
      const challenge = findChallenge(error);
      if (challenge === null || attempt > maxAttempts) throw error;
      onProof();
      // Loaded only if needed, because the server rarely requires a proof.
      const { solveProof } = await import("./solveProof.ts");
      proof = await solveProof(challenge as unknown as Parameters<typeof solveProof>[0]);
    }
  }
}

function findChallenge(error: unknown): Record<string, unknown> | null {
  if (!(error instanceof ApiError) || error.code !== "proof_required") return null;
  return isRecord(error.data.challenge) ? error.data.challenge : null;
}
