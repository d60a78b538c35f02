import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { freePort } from "../../../scripts/lib/freePort.ts";
import { findSystemPostgres } from "../../../scripts/lib/systemPostgres.mjs";
import { databaseUrl, runSql } from "./sql.ts";

/** The databases that test databases are copied from: migrated without rows, and with the demo chain in it. */
export const TEMPLATES = { empty: "shidan_template", demo: "shidan_demo" } as const;

/**
 * The kind of PostgreSQL under test: the one from npm, or an installed one addressed like any other server.
 */
export type ServerKind = "embedded" | "external";

/** What the test files are told about the PostgreSQL of their project. */
export type DatabaseServer = { url: string; kind: ServerKind; demoSeededAt: number };

/** A PostgreSQL for one test run; `stop` removes it with all its databases. */
export type TestServer = DatabaseServer & { stop: () => Promise<void> };

/** How the templates are filled; both leave no connection open. */
export interface TemplateSetup {
  /** Brings an empty database to the newest schema. */
  migrate(url: string): Promise<unknown>;
  /** Puts the demo chain into a migrated database. */
  seed(url: string, now: Date): Promise<void>;
}

/** Starts a PostgreSQL of its own in the temporary folder, with the templates to copy from. */
export async function startTestServer(kind: ServerKind, setup: TemplateSetup): Promise<TestServer> {
  const server = await (kind === "embedded" ? startEmbedded() : startExternal());
  try {
    const now = new Date();
    await createTemplates(server.url, setup, now);
    return { ...server, kind, demoSeededAt: now.getTime() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Started = { url: string; stop: () => Promise<void> };

function startEmbedded(): Promise<Started> {
  return startCluster({}, undefined);
}

/**
 * Starts an installed PostgreSQL as a host would offer it: over TCP, and without the limits that our own supervisor
 * sets. `stop` removes it with all its databases.
 */
export async function startExternal(): Promise<Started> {
  const binDir = findSystemPostgres(process.env);
  if (binDir === undefined) throw new Error("The external tests need PostgreSQL 15 or newer: run npm test.");
  const port = String(await freePort());
  const { url, stop } = await startCluster(
    {
      listen_addresses: "127.0.0.1",
      port,
      lock_timeout: "0",
      statement_timeout: "0",
      idle_in_transaction_session_timeout: "0",
    },
    binDir,
  );
  const { username } = new URL(url);
  return { url: `postgres://${username}@127.0.0.1:${port}/postgres`, stop };
}

async function startCluster(settings: Record<string, string>, binDir: string | undefined): Promise<Started> {
  // Not made by mkdtemp: a folder that the supervisor creates itself can be given to another user.
  const dataDir = join(tmpdir(), `shidan-test-${randomBytes(6).toString("hex")}`);
  const lines: string[] = [];
  const database = await startEmbeddedPostgres({
    dataDir,
    binDir,
    maxConnections: 200,
    settings: { fsync: "off", ...settings },
    log: (line) => lines.push(line),
  });
  database.onExit((exit) => {
    throw new Error(`The test database ended by itself (${JSON.stringify(exit)}):\n${lines.join("\n")}`);
  });
  return {
    url: database.url,
    stop: async () => {
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createTemplates(url: string, { migrate, seed }: TemplateSetup, now: Date): Promise<void> {
  await runSql(url, `CREATE DATABASE ${TEMPLATES.empty}`);
  await migrate(databaseUrl(url, TEMPLATES.empty));
  await runSql(url, `ALTER DATABASE ${TEMPLATES.empty} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  await runSql(url, `CREATE DATABASE ${TEMPLATES.demo} TEMPLATE ${TEMPLATES.empty}`);
  await seed(databaseUrl(url, TEMPLATES.demo), now);
  await runSql(url, `ALTER DATABASE ${TEMPLATES.demo} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
}
