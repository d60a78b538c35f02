import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { inject } from "vitest";
import { type AppOptions, buildApp } from "#server/app.ts";
import { type Config, parseConfig } from "#server/config.ts";
import type { ChainSettingsSource } from "#server/platform/Deps.ts";
import { Database } from "#server/platform/database/Database.ts";
import { logOptions } from "#server/platform/log-options.ts";
import type { ContentChangeFeed } from "#server/platform/response-cache/ContentChangeFeed.ts";
import { sha256 } from "#server/platform/security/ids.ts";
import type { Clock } from "#server/platform/time/clock.ts";
import { freePort } from "../../../scripts/lib/freePort.ts";
import type { Credentials } from "../../../src/sandbox/credentials.ts";
import { s3Environment } from "../../../src/sandbox/s3/s3.routes.ts";
import { type Sandbox, type SandboxSettings, startSandbox } from "../../../src/sandbox/startSandbox.ts";
import { createRedisUrl } from "../databases/redisUrl.ts";
import { createTestDatabase } from "../databases/testDatabase.ts";
import { writeCredentials } from "../databases/writeCredentials.ts";
import { activeLedgerChecks, LedgerCheck } from "./LedgerCheck.ts";

/** A clock that runs like the real one from a timestamp chosen by the test and can be moved. */
export class TestClock implements Clock {
  #offsetMs = 0;
  #stoppedAt: number | null = null;

  now(): Date {
    return new Date((this.#stoppedAt ?? Date.now()) + this.#offsetMs);
  }

  /**
   * Stops the clock, so that a slow machine cannot pass a time limit; only the test moves it from here on.
   */
  freeze(): void {
    this.#stoppedAt = Date.now();
  }

  /** Moves the clock forward. */
  advance(ms: number): void {
    this.#offsetMs += ms;
  }

  /** Sets the clock, for example to "2026-03-02T11:00:00+08:00". */
  set(timestamp: string): void {
    this.#offsetMs = Date.parse(timestamp) - (this.#stoppedAt ?? Date.now());
  }

  /** Returns to the real time, which the provider's signatures require. */
  reset(): void {
    this.#offsetMs = 0;
    this.#stoppedAt = null;
  }
}

/** The complete server with its own database, clock and sandbox. */
export interface TestApp {
  server: FastifyInstance;
  url: string;
  config: Config;
  database: Database;
  content: ContentChangeFeed;
  chainSettings: ChainSettingsSource;
  clock: TestClock;
  sandbox: Sandbox;
  /** Runs after every test. */
  ledgerCheck: LedgerCheck;
  /** Credentials of the simulated companies. */
  keys: Credentials;
  /**
   * Runs a statement and returns its rows after the server has received its change notifications; column
   * names as in the database.
   */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs a query without parameters, which each connection plans once: for what runs after every test. */
  select<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  /** Runs the named job once, as the sweeper would. */
  sweep(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Overrides of a test: settings, log, web folder, or a database that can fail. */
export interface TestAppOptions
  extends Pick<AppOptions, "webFolder" | "ssrFolder">,
    Pick<SandboxSettings, "kitchen"> {
  settings?: Record<string, string>;
  /** Whether images are stored in the sandbox's bucket. */
  bucket?: boolean;
  /** Receives the server's log lines at the most verbose level. */
  log?: (line: string) => void;
  /** Set when the test itself terminates connections; otherwise a lost one fails the file. */
  allowsConnectionLoss?: boolean;
  /** Reason to skip the ledger check after this file's tests: it moves neither money nor points. */
  skipLedgerCheckReason?: string;
}

async function startDatabase(clock: TestClock, problems: Error[]) {
  const { url: databaseUrl, drop } = await createTestDatabase("demo");
  const database = new Database(databaseUrl, { size: 20, onIdleError: (error) => problems.push(error) });
  // A break of some minutes must not have passed meanwhile; everything else in the demo is counted in days.
  const ageMs = clock.now().getTime() - inject("databaseServer").demoSeededAt;
  await database.pool.query(
    "update restaurants set paused_until = paused_until + $1 * interval '1 millisecond' where paused_until is not null",
    [ageMs],
  );
  return { database, databaseUrl, drop };
}

/** Starts a server for one test file: seeded with the demo chain, listening so that the provider can notify it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const {
    settings,
    log,
    kitchen,
    bucket = false,
    allowsConnectionLoss = false,
    skipLedgerCheckReason,
    ...pieces
  } = options;
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-test-"));
  const clock = new TestClock();
  const problems: Error[] = [];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeCredentials(folder);
  const backoff = { notifyBackoffMs: [50, 100, 200] };
  const [{ database, databaseUrl, drop }, sandbox] = await Promise.all([
    startDatabase(clock, problems),
    startSandbox({ port: 0, dataDir: folder, appUrl: url, ...backoff, ...(kitchen && { kitchen }) }),
  ]);
  const config = parseConfig({
    ...sandbox.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    REDIS_URL: createRedisUrl(),
    DATA_DIR: folder,
    // Work limited to service hours has to run at any hour that tests run at, unless a test overrides them.
    SERVICE_HOURS: "00:00-24:00",
    REQUESTS_PER_MINUTE: "1000000",
    // A busy machine must neither leave a paid order in a pending query nor cause requests to be rejected.
    PAYMENT_ANSWER_MS: "20000",
    DATABASE_WAIT_MS: "20000",
    ...(bucket && s3Environment(sandbox.url)),
    ...settings,
  });
  const logger =
    log !== undefined && Object.assign(logOptions(config), { level: "trace", stream: { write: log } });
  const { server, sweeper, content, chainSettings } = await buildApp({
    config,
    database,
    clock,
    logger,
    // API tests must not depend on a build on this machine.
    ssrFolder: path.join(folder, "none"),
    ...pieces,
  });
  await server.listen({ host: "127.0.0.1", port });
  const sql = async <Row>(text: string, values: unknown[] = []) => {
    const { rows } = await database.pool.query(text, values);
    if (!/^\s*select/i.test(text)) await content.waitForDelivery();
    return rows as Row[];
  };
  const select = async <Row>(text: string) => {
    const { rows } = await database.pool.query({ name: sha256(text).slice(0, 32), text });
    return rows as Row[];
  };
  const books = await LedgerCheck.open({ sql, select, sandbox });
  if (skipLedgerCheckReason === undefined) activeLedgerChecks.add(books);
  return {
    server,
    url,
    config,
    database,
    content,
    chainSettings,
    clock,
    sandbox,
    ledgerCheck: books,
    keys: inject("credentials"),
    sql,
    select,
    sweep: (name) => sweeper.run(name),
    close: async () => {
      activeLedgerChecks.delete(books);
      await server.close();
      await sandbox.close();
      // From here on connections may be terminated: the pool does not wait for the last of them.
      const connectionErrors = [...problems];
      await database.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
      if (connectionErrors.length > 0 && !allowsConnectionLoss)
        throw new AggregateError(connectionErrors, "database connections were lost during the test");
    },
  };
}
