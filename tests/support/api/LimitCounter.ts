import { Redis } from "ioredis";
import type { TestApp } from "./testApp.ts";

/** The shared counter of an app's limit by its key, where the app's servers have it: a row, or a key of Redis. */
export class LimitCounter {
  readonly #app: TestApp;
  readonly #key: string;

  constructor(app: TestApp, key: string) {
    this.#app = app;
    this.#key = key;
  }

  /** Reads the hits of the running window; null without one. */
  async read(): Promise<number | null> {
    const sql = "select hits from rate_counters where key = $1 and expires_at > now()";
    const hits = await this.#run(
      async () => (await this.#app.sql<{ hits: number }>(sql, [this.#key]))[0]?.hits ?? null,
      (client, key) => client.get(key),
    );
    return hits === null ? null : Number(hits);
  }

  async setHits(hits: number): Promise<void> {
    await this.#run(
      () => this.#app.sql("update rate_counters set hits = $2 where key = $1", [this.#key, hits]),
      (client, key) => client.set(key, hits, "KEEPTTL"),
    );
  }

  async endWindow(): Promise<void> {
    const sql = "update rate_counters set expires_at = now() - interval '1 second' where key = $1";
    await this.#run(
      () => this.#app.sql(sql, [this.#key]),
      (client, key) => client.pexpire(key, 0),
    );
  }

  async #run<T, U>(
    inDatabase: () => Promise<T>,
    inRedis: (client: Redis, key: string) => Promise<U>,
  ): Promise<T | U> {
    const { redisUrl } = this.#app.config;
    if (redisUrl === null) return await inDatabase();
    const client = new Redis(redisUrl);
    try {
      return await inRedis(client, `shidan:${client.options.db ?? 0}:limits:${this.#key}`);
    } finally {
      client.disconnect();
    }
  }
}
