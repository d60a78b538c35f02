import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../api/ApiError.ts";
import { isRefusal, type StoredAttempt, SubmitAttempt } from "./SubmitAttempt.ts";

let saved: StoredAttempt | null;
let keys: string[];

function create(stored: StoredAttempt | null = null, now = 0) {
  let count = 0;
  const attempt = new SubmitAttempt({
    createIdempotencyKey: () => `key-${++count}`,
    now: () => now,
    ttlMs: 1_000,
    save: (state) => {
      saved = state;
    },
    outcomeOf: (error) => {
      if (error.code === "voucher_used") return "final";
      return isRefusal(error) ? "refused" : "unknown";
    },
  });
  attempt.restore(stored);
  return attempt;
}

const answer = (error?: Error) => async (key: string) => {
  keys.push(key);
  if (error !== undefined) throw error;
  return "done";
};
const refused = new ApiError("conflict", "", { status: 409 });
const offline = new ApiError("offline", "");
const used = new ApiError("voucher_used", "", { status: 409 });
const expired = new ApiError("unauthenticated", "", { status: 401 });

beforeEach(() => {
  saved = null;
  keys = [];
});

async function submit(attempt: SubmitAttempt, ...errors: (Error | undefined)[]): Promise<void> {
  for (const error of errors) await attempt.submit(answer(error)).catch(() => undefined);
}

test("ends with a success or a refusal: the next submit has a new key", async () => {
  const attempt = create();
  await submit(attempt, undefined, refused);
  expect([saved, attempt.submitError]).toEqual([null, refused]);
  await submit(attempt, undefined);
  expect(keys).toEqual(["key-1", "key-2", "key-3"]);
});

test("keeps its key without a response, also after a later refusal, until one is final", async () => {
  const attempt = create();
  await submit(attempt, offline, refused);
  expect([attempt.isUncertain, saved?.idempotencyKey]).toEqual([true, "key-1"]);
  await submit(attempt, used, undefined);
  expect(keys).toEqual(["key-1", "key-1", "key-1", "key-2"]);
});

test("continues a stored attempt that is recent", async () => {
  const stored = { idempotencyKey: "stored", isUncertain: true, at: 0 };
  await submit(create(stored, 999), undefined);
  await submit(create(stored, 1_000), undefined);
  expect(keys).toEqual(["stored", "key-1"]);
});

test("submits once at a time, and leaves an expired login to the 401 rule", async () => {
  const attempt = create();
  const first = attempt.submit(answer(expired));
  expect(await attempt.submit(answer())).toBeNull();
  await expect(first).rejects.toBe(expired);
  expect([attempt.isSubmitting, attempt.submitError]).toEqual([false, null]);
});
