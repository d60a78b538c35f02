import { Redis } from "ioredis";
import type { TestApp } from "./testApp.ts";

/** The connections on which an app's servers are notified of events: at PostgreSQL, or at its database of Redis. */
export class EventConnections {
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  async count(): Promise<number> {
    const { redisUrl } = this.#app.config;
    if (redisUrl !== null) return (await this.#onRedis(redisUrl, listClientIds)).length;
    const rows = await this.#app.sql(
      "select 1 from pg_stat_activity where application_name = 'shidan-events' and datname = current_database()",
    );
    return rows.length;
  }

  /** Cuts the connections and returns their number. */
  async kill(): Promise<number> {
    const { redisUrl } = this.#app.config;
    if (redisUrl !== null)
      return await this.#onRedis(redisUrl, async (client) => {
        const ids = await listClientIds(client);
        for (const id of ids) await client.call("CLIENT", "KILL", "ID", id);
        return ids.length;
      });
    const rows = await this.#app.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shidan-events' and datname = current_database()",
    );
    return rows.length;
  }

  async #onRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(url);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }
}

/** Lists the servers' connections to the client's database. */
async function listClientIds(client: Redis): Promise<string[]> {
  const lines = String(await client.call("CLIENT", "LIST"))
    .trimEnd()
    .split("\n");
  const database = ` db=${client.options.db ?? 0} `;
  return lines
    .filter((line) => line.includes(" name=shidan ") && line.includes(database))
    .map((line) => /^id=(\d+) /.exec(line)?.[1] ?? "");
}
