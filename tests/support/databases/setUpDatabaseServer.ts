import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { Database } from "#server/platform/database/Database.ts";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { ensureCredentials } from "../../../src/sandbox/credentials.ts";
import { type ServerKind, startTestServer } from "./testServer.ts";

async function seed(url: string, now: Date): Promise<void> {
  const database = new Database(url, { size: 1, onIdleError: () => undefined });
  const leftOut = await seedDemo(database, now);
  if (leftOut.length > 0) throw new Error(`The demo is not complete: ${leftOut.join("; ")}`);
  await database.close();
}

/** Starts the PostgreSQL of a project's test files and makes the keys of their sandboxes; returns what ends it. */
export async function setUpDatabaseServer(
  project: TestProject,
  kind: ServerKind,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-keys-"));
  const [{ stop, ...server }, credentials] = await Promise.all([
    startTestServer(kind, { migrate: migrateDatabase, seed }),
    ensureCredentials(folder),
  ]);
  await rm(folder, { recursive: true, force: true });
  project.provide("databaseServer", server);
  project.provide("credentials", credentials);
  return stop;
}
