import pg from "pg";
import { CliError } from "../../platform/CliError.ts";

/** Key of the advisory lock that one base backup, or one removal of old ones, holds at a time. */
const backupLock = 7_130_421;

/**
 * Runs work while no other process makes or removes base backups of the database, on a connection without time
 * limits that an abort ends.
 * @throws CliError when another process does so
 */
export async function withBackupLock<T>(
  { url, signal }: { url: string; signal?: AbortSignal | undefined },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A lost connection also rejects the query that is under way, or the next one.
  client.on("error", () => undefined);
  const disconnect = () => void client.end();
  await client.connect();
  signal?.addEventListener("abort", disconnect);
  try {
    await client.query(
      "set statement_timeout = 0; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      backupLock,
    ]);
    if (!rows[0]?.locked)
      throw new CliError("Another process makes a base backup or removes old ones: wait for its end.");
    return await work(client);
  } finally {
    signal?.removeEventListener("abort", disconnect);
    await client.end();
  }
}
