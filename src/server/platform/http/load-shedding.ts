import type { FastifyInstance } from "fastify";
import type { DatabaseHealth } from "../database/DatabaseHealth.ts";
import { tooManyConcurrentWrites } from "../database/lock-own-rows.ts";
import { KeyedConcurrencyQueue } from "../limits/ConcurrencyQueue.ts";

/** So many writes of one customer are worked on at the same time. */
const maxConcurrentWrites = 4;

/** Lets the server's calls wait for the database, and those of one customer for each other, so long and no longer. */
export function registerLoadShedding(
  server: FastifyInstance,
  databaseHealth: DatabaseHealth,
  waitMs: number,
): void {
  const writeQueue = new KeyedConcurrencyQueue({
    concurrency: maxConcurrentWrites,
    waitMs,
    createError: tooManyConcurrentWrites,
  });
  server.decorate("withLoadShedding", (work) => databaseHealth.withLoadShedding(work));
  server.decorate("assertCapacity", () => databaseHealth.assertCapacity());
  server.decorate("runQueued", (customerId, work) => writeQueue.run(customerId, work));
}
