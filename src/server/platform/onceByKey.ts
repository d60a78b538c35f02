import { and, eq } from "drizzle-orm";
import { requestKeys } from "../schema/service.ts";
import { AppError } from "./AppError.ts";
import type { Queries } from "./Database.ts";
import { sha256 } from "./ids.ts";

interface Wish {
  subjectId: string;
  call: string;
  key: string;
  body: unknown;
  at: Date;
}

/** JSON with sorted keys, so that equal bodies have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * Runs `work` once for a key: the same key and body get the first answer again, another body AppError("key_reused").
 * Must run inside the transaction that does the work; a concurrent twin waits at the unique key until it is over.
 */
export async function onceByKey<T>(tx: Queries, wish: Wish, work: () => Promise<T>): Promise<T> {
  const bodyHash = sha256(canonical(wish.body));
  const { subjectId, call, key, at } = wish;
  const isThis = and(
    eq(requestKeys.subjectId, subjectId),
    eq(requestKeys.call, call),
    eq(requestKeys.key, key),
  );
  const fresh = await tx
    .insert(requestKeys)
    .values({ subjectId, call, key, bodyHash, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: requestKeys.key });
  if (fresh.length === 0) {
    const [earlier] = await tx.select().from(requestKeys).where(isThis);
    if (earlier?.bodyHash !== bodyHash) throw new AppError("key_reused");
    return earlier.answer as T;
  }
  const answer = await work();
  await tx.update(requestKeys).set({ answer }).where(isThis);
  return answer;
}
