import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { freePort } from "../../lib/freePort.ts";
import { ensureSystemPostgres } from "../../lib/systemPostgres.mjs";
import { LaunchedApp } from "./LaunchedApp.ts";
import { SmallDisk } from "./SmallDisk.ts";

const menu = "/api/v1/menu/items?restaurant_id=SH001";
const kills = 6;
const awayMs = 12_000;
const fullMs = 3_000;
const maxAttempts = 400;
const steadyMs = 61_000;

type LogLine = (line: string) => void;

/** Result of a run, which finishes within about five minutes. */
export interface OutageReport {
  problems: string[];
}

/**
 * Fills the disk of the log, of the WAL and of the data, kills the server six times in a minute, and starts
 * the app while its database is unreachable. Each time the cause is removed without further intervention, and
 * the app has to serve again. Runs on Linux as root, for the disks.
 */
export async function runOutages(log: LogLine): Promise<OutageReport> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-outages-"));
  const problems: string[] = [];
  try {
    await runDiskOutages(folder, log, problems);
    await startWithoutDatabase(folder, log);
  } catch (error) {
    problems.push(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { problems };
}

async function runDiskOutages(folder: string, log: LogLine, problems: string[]): Promise<void> {
  const disks = {
    log: new SmallDisk(path.join(folder, "log"), 4),
    wal: new SmallDisk(path.join(folder, "wal"), 200),
    data: new SmallDisk(path.join(folder, "data"), 400),
  };
  const logFile = path.join(disks.log.folder, "shop.log");
  const dataDir = path.join(disks.data.folder, "shop");
  let app = await LaunchedApp.launch(dataDir, logFile);
  try {
    await app.waitUntilReady();
    await app.stop();
    moveWal(dataDir, disks.wal.folder);
    app = await LaunchedApp.launch(dataDir, logFile);
    await app.waitUntilReady();
    await app.login();
    await killRepeatedly(app, log);
    // By then the launcher has reset its failure count.
    await sleep(steadyMs);
    await testFullLogDisk(app, disks.log, logFile, log, problems);
    await sleep(steadyMs);
    await testFullDisk(app, disks.wal, "WAL", log, problems);
    await testFullDisk(app, disks.data, "data", log, problems);
  } finally {
    await app.stop();
    for (const disk of Object.values(disks)) disk.unmount();
  }
}

/** Moves the WAL to a separate disk, as PostgreSQL's manual describes. */
function moveWal(dataDir: string, disk: string): void {
  const from = path.join(dataDir, "postgres/pg_wal");
  const to = path.join(disk, "pg_wal");
  const { status } = spawnSync("cp", ["-a", from, to]);
  if (status !== 0) cpSync(from, to, { recursive: true });
  renameSync(from, `${from}.old`);
  symlinkSync(to, from);
  rmSync(`${from}.old`, { recursive: true });
}

async function testFullLogDisk(
  app: LaunchedApp,
  disk: SmallDisk,
  logFile: string,
  log: LogLine,
  problems: string[],
) {
  disk.fill();
  let served = 0;
  for (let nth = 0; nth < 50; nth++) if (await app.tryOrder()) served += 1;
  const killedMs = await app.killServer();
  const whileFull = readFileSync(logFile).length;
  disk.free();
  await app.killServer();
  const after = readFileSync(logFile).length;
  log(
    `log disk full: ${served} of 50 orders taken, a killed server back after ${formatMs(killedMs)}; the log goes on with ${after - whileFull} bytes when there is room`,
  );
  if (served < 50 || !app.isRunning) problems.push("a full log disk stopped the shop");
  if (after <= whileFull) problems.push("the log did not go on");
}

async function testFullDisk(
  app: LaunchedApp,
  disk: SmallDisk,
  name: string,
  log: LogLine,
  problems: string[],
) {
  await app.waitUntilOrdersWork();
  disk.fill();
  let taken = 0;
  for (let nth = 0; nth < maxAttempts; nth++) {
    if (!(await app.tryOrder())) break;
    taken += 1;
    await allocateDatabaseSpace(app.databaseUrl, name);
  }
  await sleep(fullMs);
  const [menus, home, ready] = [await app.status(menu), await app.status("/"), await app.status("/readyz")];
  disk.free();
  const backMs = await app.waitUntilOrdersWork();
  log(
    `${name} disk full: ${taken} orders taken before the first refusal; menus ${menus}, / ${home}, /readyz ${ready} meanwhile; orders again ${formatMs(backMs)} after there was room`,
  );
  if (taken === maxAttempts) problems.push(`the ${name} disk was never full for an order`);
  if (!app.isRunning) problems.push(`a full ${name} disk ended the launcher`);
}

/** Allocates database space, as thousands of orders would. */
async function allocateDatabaseSpace(databaseUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // The database may terminate here, which this run tests.
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (name === "WAL") await client.query("select pg_switch_wal()");
    else await client.query("create table if not exists filler as select generate_series(1, 100000)");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function killRepeatedly(app: LaunchedApp, log: LogLine): Promise<void> {
  const times: number[] = [];
  for (let nth = 0; nth < kills; nth++) times.push(await app.killServer());
  log(
    `${kills} kills one after the other: serves again after ${times.map(formatMs).join(", ")}; orders after ${formatMs(await app.waitUntilOrdersWork())} more`,
  );
}

async function startWithoutDatabase(folder: string, log: LogLine): Promise<void> {
  const port = String(await freePort());
  const start = () =>
    startEmbeddedPostgres({
      dataDir: path.join(folder, "external"),
      binDir: ensureSystemPostgres(),
      maxConnections: 100,
      settings: { listen_addresses: "127.0.0.1", port },
      log: () => undefined,
    });
  const first = await start();
  const user = new URL(first.url).username;
  await first.stop();
  const logFile = path.join(folder, "away.log");
  const app = await LaunchedApp.launch(path.join(folder, "shop"), logFile, {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/postgres`,
  });
  try {
    await sleep(awayMs);
    const database = await start();
    const backMs = await app.waitUntilReady();
    const logLines = readFileSync(logFile, "utf8")
      .split("\n")
      .filter((line) => /does not serve|cannot reach|database/i.test(line));
    log(
      `database away for ${awayMs / 1_000} s at the start: ready ${formatMs(backMs)} after it was there; the log said ${JSON.stringify(logLines[0] ?? "nothing")} and ${logLines.length - 1} lines more`,
    );
    await app.stop();
    await database.stop();
  } finally {
    await app.stop();
  }
}

function formatMs(time: number): string {
  return `${Math.round(time)} ms`;
}
