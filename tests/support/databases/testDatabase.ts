import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { Credentials } from "../../../src/sandbox/credentials.ts";
import { databaseUrl, runSql } from "./sql.ts";
import { type DatabaseServer, TEMPLATES } from "./testServer.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
    /** What the simulated companies sign with, made once for all files. */
    credentials: Credentials;
  }
}

/** A fresh copy of the migrated database for one test or test file. */
export type TestDatabase = {
  url: string;
  /** Drops the database, terminating open connections. */
  drop: () => Promise<void>;
};

/** Creates a database with the newest schema and, of the template "demo", the demo chain in it. */
export async function createTestDatabase(
  template: keyof typeof TEMPLATES = "empty",
  server: DatabaseServer = inject("databaseServer"),
): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString("hex")}`;
  await runSql(server.url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATES[template]}`);
  return {
    url: databaseUrl(server.url, name),
    drop: async () => {
      await runSql(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
