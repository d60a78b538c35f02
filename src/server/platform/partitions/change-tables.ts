import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pgCode } from "../database/database-errors.ts";

/** Codes of a lock that was not had in time, and of a deadlock. */
export const busyCodes: readonly string[] = ["55P03", "40P01"];
const pauseMs = 1_000;
/**
 * Default maximum wait for all locks of a change together, with requests behind them, which give up after 1.5 s. Longer than the second
 * after which PostgreSQL cancels an autovacuum that is in the way.
 */
const defaultWaitMs = 1_200;

/** Maximum wait for each other lock of a change, with the tables locked. */
const otherLocksMs = 100;

/** A connection that changes tables. */
export interface Maintenance {
  client: pg.ClientBase;
  /** How often a change is tried while others hold locks for too long; each try takes some two seconds. */
  attempts: number;
  /** Maximum wait for all locks of a try together, in ms; default 1,200. */
  waitMs?: number;
}

/**
 * Locks tables, without their partitions, one after the other against all use and runs statements in one transaction. They must not take long, since
 * whatever uses the tables waits for them, and use no other table that is in use.
 */
export async function changeTables<T>(
  { client, attempts, waitMs = defaultWaitMs }: Maintenance,
  tables: string[],
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("begin");
      await lockTables(client, tables, waitMs);
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      // A lost connection has no transaction any more.
      await client.query("rollback").catch(() => undefined);
      if (attempt >= attempts || !busyCodes.includes(pgCode(error) ?? "")) throw error;
      await sleep(pauseMs);
    }
  }
}

async function lockTables(client: pg.ClientBase, tables: string[], waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  for (const table of tables) {
    const leftMs = Math.max(1, Math.ceil(until - performance.now()));
    await client.query(`set local lock_timeout = ${leftMs}`);
    await client.query(`lock table only ${pg.escapeIdentifier(table)} in access exclusive mode`);
  }
  await client.query(`set local lock_timeout = ${otherLocksMs}`);
}
