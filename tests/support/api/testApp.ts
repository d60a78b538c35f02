import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { type AppOptions, buildApp, logOptions } from "#server/app.ts";
import { type Config, parseConfig } from "#server/config.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { Database } from "#server/platform/database/Database.ts";
import type { ContentChangeFeed } from "#server/platform/response-cache/ContentChangeFeed.ts";
import type { Clock } from "#server/platform/time/clock.ts";
import { freePort } from "../../../scripts/lib/freePort.ts";
import { type Credentials, ensureCredentials } from "../../../src/sandbox/credentials.ts";
import { s3Environment } from "../../../src/sandbox/s3/s3.routes.ts";
import { type Sandbox, type SandboxSettings, startSandbox } from "../../../src/sandbox/startSandbox.ts";
import { createTestDatabase } from "../databases/testDatabase.ts";
import { activeLedgerChecks, LedgerCheck } from "./LedgerCheck.ts";
import { runJob } from "./runJob.ts";

/** A clock that runs like the real one from a moment of the test's choice and can be moved. */
export class TestClock implements Clock {
  #offsetMs = 0;
  #stoppedAt: number | null = null;

  now(): Date {
    return new Date((this.#stoppedAt ?? Date.now()) + this.#offsetMs);
  }

  /** From here on only the test moves it, so that a slow machine cannot cross a limit. */
  freeze(): void {
    this.#stoppedAt = Date.now();
  }

  /** Moves the clock forward. */
  advance(ms: number): void {
    this.#offsetMs += ms;
  }

  /** Goes on from that moment, for example "2026-03-02T11:00:00+08:00". */
  set(timestamp: string): void {
    this.#offsetMs = Date.parse(timestamp) - (this.#stoppedAt ?? Date.now());
  }

  /** Goes on from the real time, which the provider's signatures live in. */
  reset(): void {
    this.#offsetMs = 0;
    this.#stoppedAt = null;
  }
}

/** The whole server with a database, a clock and a sandbox of its own. */
export interface TestApp {
  server: FastifyInstance;
  url: string;
  config: Config;
  database: Database;
  content: ContentChangeFeed;
  clock: TestClock;
  sandbox: Sandbox;
  /** Looked into after every test. */
  ledgerCheck: LedgerCheck;
  /** What the simulated companies sign with. */
  keys: Credentials;
  /** Runs one statement and answers its rows when the server has heard what it changed; column names as in the database. */
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs the job of that name once, as the sweeper would. */
  sweep(name: string): Promise<void>;
  close(): Promise<void>;
}

/** What a test may want otherwise: settings, its log, another web folder, a database that goes away. */
export interface TestAppOptions
  extends Pick<AppOptions, "webFolder" | "ssrFolder">,
    Pick<SandboxSettings, "kitchen"> {
  settings?: Record<string, string>;
  /** Whether pictures are kept in the sandbox's bucket. */
  bucket?: boolean;
  /** Takes the lines of the server's log, at its most talkative. */
  log?: (line: string) => void;
  /** Set when the test itself ends connections; otherwise a lost one fails the file. */
  allowsConnectionLoss?: boolean;
  /** Why the books of this file are not looked into after its tests: it moves neither money nor points. */
  skipLedgerCheckReason?: string;
}

async function startDatabase(clock: TestClock, problems: Error[]) {
  const { url: databaseUrl, drop } = await createTestDatabase();
  const database = new Database(databaseUrl, { size: 20, onIdleError: (error) => problems.push(error) });
  await seedDemo(database, clock.now());
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
    ...parts
  } = options;
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-test-"));
  const clock = new TestClock();
  const problems: Error[] = [];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
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
    DATA_DIR: folder,
    // What runs in service hours does so at any hour that tests run at, unless they are about that.
    SERVICE_HOURS: "00:00-24:00",
    REQUESTS_PER_MINUTE: "1000000",
    // A busy machine must not turn a paid order into one that is still being asked about, nor send anybody away.
    PAYMENT_ANSWER_MS: "20000",
    DATABASE_WAIT_MS: "20000",
    ...(bucket && s3Environment(sandbox.url)),
    ...settings,
  });
  const logger =
    log !== undefined && Object.assign(logOptions(config), { level: "trace", stream: { write: log } });
  const { server, jobs, content } = await buildApp({
    config,
    database,
    clock,
    logger,
    // Whatever is built on this machine has no part in a test of the API.
    ssrFolder: path.join(folder, "none"),
    ...parts,
  });
  await server.listen({ host: "127.0.0.1", port });
  const sql = async <Row>(text: string, values: unknown[] = []) => {
    const { rows } = await database.pool.query(text, values);
    if (!/^\s*select/i.test(text)) await content.waitForDelivery();
    return rows as Row[];
  };
  const books = await LedgerCheck.open({ sql, sandbox });
  if (skipLedgerCheckReason === undefined) activeLedgerChecks.add(books);
  return {
    server,
    url,
    config,
    database,
    content,
    clock,
    sandbox,
    ledgerCheck: books,
    keys: await ensureCredentials(path.join(folder, "sandbox")),
    sql,
    sweep: (name) => runJob(jobs, name),
    close: async () => {
      activeLedgerChecks.delete(books);
      await server.close();
      await sandbox.close();
      // From here on connections may end the hard way: the pool does not wait for the last of them.
      const connectionErrors = [...problems];
      await database.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
      if (connectionErrors.length > 0 && !allowsConnectionLoss)
        throw new AggregateError(connectionErrors, "database connections were lost during the test");
    },
  };
}
