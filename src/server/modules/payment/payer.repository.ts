import { findCacheEntry, setCacheEntry } from "../../platform/database/cache-entries.repository.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";

/** The session and the order that a WeChat user was proved for. */
export interface PayerScope {
  tokenHash: string;
  orderId: string;
}

function cacheKey({ tokenHash, orderId }: PayerScope): string {
  return `wechat:payer:${tokenHash}:${orderId}`;
}

/** Saves the WeChat user who is to pay an order from a session, until `expiresAt`. */
export async function savePayer(
  queries: QueryRunner,
  scope: PayerScope,
  openid: string,
  expiresAt: Date,
): Promise<void> {
  await setCacheEntry(queries, cacheKey(scope), openid, expiresAt);
}

/** Finds the openid that was proved for an order in a session, until it expires. */
export async function findPayer(
  queries: QueryRunner,
  scope: PayerScope,
  now: Date,
): Promise<string | undefined> {
  return await findCacheEntry<string>(queries, cacheKey(scope), now);
}
