import type { QueryRunner } from "../../platform/database/Database.ts";
import type { UserRow } from "./user.repository.ts";

/** What accounts need of the invite module, inside their own transactions. */
export interface AccountInvites {
  /** Binds a customer to the inviter with this code; a bad code changes nothing. */
  bind: (tx: QueryRunner, invitee: UserRow, code: string) => Promise<unknown>;
  /** Serializes all changes of invites until the transaction ends. */
  lock: (tx: QueryRunner) => Promise<void>;
  /** Moves the invites of a merged account to another. Lock invites first, and move the points before. */
  merge: (tx: QueryRunner, from: string, to: string, now: Date) => Promise<void>;
}
