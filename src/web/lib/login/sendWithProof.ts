import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";

/** A proof can be refused once more, when the device slept until the task had expired. */
const maxAttempts = 3;

/**
 * Sends what costs a message. When the server asks for a proof of work first, the device does it (`onProof` tells that
 * it begins) and sends the same again. Rethrows what `send` throws, and the refusal when the work leads nowhere.
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
      // Its code is needed on bad days only.
      const { solveProof } = await import("./solveProof.ts");
      proof = await solveProof(challenge as unknown as Parameters<typeof solveProof>[0]);
    }
  }
}

function findChallenge(error: unknown): Record<string, unknown> | null {
  if (!(error instanceof ApiError) || error.code !== "proof_required") return null;
  return isRecord(error.data.challenge) ? error.data.challenge : null;
}
