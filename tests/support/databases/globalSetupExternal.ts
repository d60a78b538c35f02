import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { startTestServer } from "./testServer.ts";

/**
 * Starts an installed PostgreSQL for the project's test files, addressed like any external server, and stops
 * it when they are finished.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, kind, stop } = await startTestServer("external", migrateDatabase);
  project.provide("databaseServer", { url, kind });
  return stop;
}
