import { and, eq } from "drizzle-orm";
import { idempotencyKeys } from "../../schema/service.ts";
import { AppError } from "../http/AppError.ts";
import { sha256 } from "../security/ids.ts";
import type { QueryRunner } from "./Database.ts";

interface IdempotentRequest {
  subjectId: string;
  endpoint: string;
  idempotencyKey: string;
  body: unknown;
  createdAt: Date;
}

/** Serialises JSON with sorted keys, so that equal bodies have equal text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * Runs `work` once for each key: the same key and body return the first response again. Must run inside the
 * transaction that does the work; a concurrent duplicate waits at the unique key until it is over.
 * @throws AppError("key_reused") for the same key with another body
 */
export async function withIdempotencyKey<T>(
  tx: QueryRunner,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> {
  const bodyHash = sha256(canonicalJson(request.body));
  const { subjectId, endpoint, idempotencyKey: key, createdAt } = request;
  const matchesKey = and(
    eq(idempotencyKeys.subjectId, subjectId),
    eq(idempotencyKeys.endpoint, endpoint),
    eq(idempotencyKeys.key, key),
  );
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ subjectId, endpoint, key, bodyHash, createdAt })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length === 0) {
    const [existing] = await tx.select().from(idempotencyKeys).where(matchesKey);
    if (existing?.bodyHash !== bodyHash) throw new AppError("key_reused");
    return existing.response as T;
  }
  const response = await work();
  await tx.update(idempotencyKeys).set({ response }).where(matchesKey);
  return response;
}
