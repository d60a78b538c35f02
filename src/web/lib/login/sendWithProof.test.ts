import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { sendWithProof } from "./sendWithProof.ts";
import { solveProof } from "./solveProof.ts";

const secret = "of a shop";

function task() {
  const work = { algorithm: "SHA-256", cost: 8, counter: 40, deriveKey };
  return createChallenge({ ...work, hmacSignatureSecret: secret });
}

async function refusal() {
  return new ApiError("proof_required", "请稍后再试", { status: 429, data: { challenge: await task() } });
}

afterEach(() => vi.unstubAllGlobals());

test("the library verifies a solution, which is found where the browser has no crypto.subtle", async () => {
  const challenge = await task();
  vi.stubGlobal("crypto", { getRandomValues: () => new Uint8Array(16) });
  const { solution, ...rest } = JSON.parse(await solveProof(challenge));
  vi.unstubAllGlobals();
  expect(rest).toEqual({ challenge });
  const judged = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secret });
  expect(judged.verified).toBe(true);
});

test("without a challenge only sends", async () => {
  const send = vi.fn(async () => "sent");
  const onProof = vi.fn();
  expect(await sendWithProof(send, onProof)).toBe("sent");
  expect(send.mock.calls).toEqual([[undefined]]);
  expect(onProof).not.toHaveBeenCalled();
});

test("with a challenge resends the same request with its proof, also if the challenge has expired meanwhile", async () => {
  const first = await refusal();
  const send = vi.fn<(proof?: string) => Promise<string>>(async () => "sent");
  send.mockRejectedValueOnce(first).mockRejectedValueOnce(await refusal());
  const onProof = vi.fn();
  expect(await sendWithProof(send, onProof)).toBe("sent");
  const [none, one, two] = send.mock.calls.map(([proof]) => proof);
  expect(none).toBeUndefined();
  expect(JSON.parse(one ?? "").challenge).toEqual(first.data.challenge);
  expect(two).not.toBe(one);
  expect(onProof).toHaveBeenCalledTimes(2);
});

test("rethrows the refusal if the proof does not help, and other failures unchanged", async () => {
  const refused = await refusal();
  const send = vi.fn<(proof?: string) => Promise<string>>(async () => Promise.reject(refused));
  await expect(sendWithProof(send, () => undefined)).rejects.toBe(refused);
  expect(send).toHaveBeenCalledTimes(4);
  const limited = new ApiError("rate_limited", "获取太频繁", { status: 429 });
  await expect(
    sendWithProof(
      () => Promise.reject(limited),
      () => undefined,
    ),
  ).rejects.toBe(limited);
});
