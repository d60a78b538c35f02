import type { TestProject } from "vitest/node";
import { setUpDatabaseServer } from "./setUpDatabaseServer.ts";

/** Gives the project's test files an installed PostgreSQL, addressed like any external server, for as long as they run. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpDatabaseServer(project, "external");
}
