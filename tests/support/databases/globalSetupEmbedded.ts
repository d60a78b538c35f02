import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { startTestServer } from "./testServer.ts";

/** Gives the project's test files the PostgreSQL from npm, for as long as they run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, kind, stop } = await startTestServer("embedded", migrateDatabase);
  project.provide("databaseServer", { url, kind });
  return stop;
}
