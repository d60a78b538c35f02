import { inject } from "vitest";
import { redisDatabases } from "../../../scripts/lib/RedisServer.ts";

/** Returns the address of any database of a Redis. */
export function chooseRedisDatabase(address: string): string {
  return `${address}/${Math.floor(Math.random() * redisDatabases)}`;
}

/** Returns the REDIS_URL of a test file's servers: a database of their own; "" in projects without Redis. */
export function createRedisUrl(): string {
  const address = inject("redisAddress");
  return address === undefined ? "" : chooseRedisDatabase(address);
}
