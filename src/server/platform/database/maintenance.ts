import pg from "pg";

/**
 * Runs changes of tables on a connection of its own, whose statements take as long as the tables are large, and wait a minute
 * for a lock.
 */
export async function runMaintenance<T>(
  url: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: "shidan-maintenance",
    options: "-c statement_timeout=0 -c lock_timeout=60000",
  });
  // The running statement fails by itself when the connection does.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
