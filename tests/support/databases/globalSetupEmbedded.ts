import type { TestProject } from "vitest/node";
import { setUpDatabaseServer } from "./setUpDatabaseServer.ts";

/** Gives the project's test files the PostgreSQL from npm, for as long as they run. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpDatabaseServer(project, "embedded");
}
