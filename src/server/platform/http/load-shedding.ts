import type { FastifyInstance } from "fastify";
import type { DatabaseHealth } from "../database/DatabaseHealth.ts";
import { tooManyConcurrentWrites } from "../database/lock-own-rows.ts";
import { KeyedConcurrencyQueue } from "../limits/ConcurrencyQueue.ts";

/** Maximum number of concurrent writes of a customer. */
const maxConcurrentWrites = 4;

/** Bounds the ms that requests wait for the database and that a customer's writes wait for each other. */
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
