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
  /** Makes it a fresh copy again, terminating open connections. */
  reset: () => Promise<void>;
  /** Drops the database, terminating open connections. */
  drop: () => Promise<void>;
};

/** Creates a database with the newest schema and, of the template "demo", the demo chain in it. */
export async function createTestDatabase(
  template: keyof typeof TEMPLATES = "empty",
  server: DatabaseServer = inject("databaseServer"),
): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString("hex")}`;
  const create = async () => {
    await runSql(server.url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATES[template]}`);
  };
  const drop = async () => {
    await runSql(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  await create();
  return {
    url: databaseUrl(server.url, name),
    reset: async () => {
      await drop();
      await create();
    },
    drop,
  };
}
