import type { Queries } from "../../platform/Database.ts";
import { readShared, writeShared } from "../../platform/sharedRows.ts";

/** The session and the order that a WeChat user was proved for. */
export interface PayerScope {
  tokenHash: string;
  orderId: string;
}

function keyOf({ tokenHash, orderId }: PayerScope): string {
  return `wechat:payer:${tokenHash}:${orderId}`;
}

/** Saves the WeChat user who is to pay an order from a session, until `expiresAt`. */
export async function savePayer(
  queries: Queries,
  scope: PayerScope,
  openid: string,
  expiresAt: Date,
): Promise<void> {
  await writeShared(queries, keyOf(scope), openid, expiresAt);
}

/** The openid that was proved for an order in a session, while that is fresh. */
export async function findPayer(queries: Queries, scope: PayerScope, now: Date): Promise<string | undefined> {
  return await readShared<string>(queries, keyOf(scope), now);
}
