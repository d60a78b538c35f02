import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { Database } from "#server/platform/database/Database.ts";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { partitionTables } from "#server/platform/partitions/partition-tables.ts";
import { addMs } from "#server/platform/time/clock.ts";
import { ensureCredentials } from "../../../src/sandbox/credentials.ts";
import { type ServerKind, startTestServer } from "./testServer.ts";

async function seed(url: string, now: Date): Promise<void> {
  const database = new Database(url, { size: 1, onIdleError: () => undefined });
  const leftOut = await seedDemo(database, now);
  if (leftOut.length > 0) throw new Error(`The demo is not complete: ${leftOut.join("; ")}`);
  await database.close();
}

/** Migrates, and divides the large tables with `PARTITIONED`, so that any test can be run on divided ones. */
async function migrate(url: string): Promise<void> {
  await migrateDatabase(url);
  if (!process.env.PARTITIONED) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const now = new Date();
  // The first month is past by now.
  await partitionTables(client, { now: addMs(now, -62 * 86_400_000) });
  await partitionTables(client, { now });
  await client.end();
}

/** Starts the PostgreSQL of a project's test files and makes the keys of their sandboxes; returns what ends it. */
export async function setUpDatabaseServer(
  project: TestProject,
  kind: ServerKind,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-keys-"));
  const [{ stop, ...server }, credentials] = await Promise.all([
    startTestServer(kind, { migrate, seed }),
    ensureCredentials(folder),
  ]);
  await rm(folder, { recursive: true, force: true });
  project.provide("databaseServer", server);
  project.provide("credentials", credentials);
  return stop;
}
