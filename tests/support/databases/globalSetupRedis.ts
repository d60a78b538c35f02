import type { TestProject } from "vitest/node";
import { RedisServer } from "../../../scripts/lib/RedisServer.ts";
import { setUpDatabaseServer } from "./setUpDatabaseServer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of Redis, without a database; undefined in projects without Redis. */
    redisAddress: string | undefined;
  }
}

/** Gives the project's test files the PostgreSQL from npm and a Redis, for as long as they run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await RedisServer.create();
  await redis.start();
  project.provide("redisAddress", redis.address);
  const stopDatabase = await setUpDatabaseServer(project, "embedded");
  return async () => {
    await stopDatabase();
    await redis.kill();
  };
}
