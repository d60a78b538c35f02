import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/startEmbeddedPostgres.ts";
import { freePort } from "../../lib/freePort.ts";
import { ensureSystemPostgres } from "../../lib/systemPostgres.mjs";
import { LaunchedShop } from "./LaunchedShop.ts";
import { SmallDisk } from "./SmallDisk.ts";

const menu = "/api/v1/menu/items?restaurant_id=SH001";
const kills = 6;
const awayMs = 12_000;
const fullMs = 3_000;
const tries = 400;
const steadyMs = 61_000;

type Say = (line: string) => void;

/** What a run showed; it ends by itself within about five minutes. */
export interface OutageReport {
  problems: string[];
}

/**
 * Fills the disk of the log, of the WAL and of the data, kills the server six times in a minute, and starts the shop
 * while its database is away. Each time the cause goes away and nobody touches the shop: it has to serve again. Runs
 * on Linux as root, for the disks.
 */
export async function runOutages(say: Say): Promise<OutageReport> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-outages-"));
  const problems: string[] = [];
  try {
    await withDisks(folder, say, problems);
    await databaseAway(folder, say);
  } catch (error) {
    problems.push(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { problems };
}

async function withDisks(folder: string, say: Say, problems: string[]): Promise<void> {
  const disks = {
    log: new SmallDisk(path.join(folder, "log"), 4),
    wal: new SmallDisk(path.join(folder, "wal"), 200),
    data: new SmallDisk(path.join(folder, "data"), 400),
  };
  const logFile = path.join(disks.log.folder, "shop.log");
  const dataDir = path.join(disks.data.folder, "shop");
  let shop = await LaunchedShop.launch(dataDir, logFile);
  try {
    await shop.ready();
    await shop.stop();
    moveWal(dataDir, disks.wal.folder);
    shop = await LaunchedShop.launch(dataDir, logFile);
    await shop.ready();
    await shop.login();
    await sixKills(shop, say);
    // By then the launcher counts no failure any more.
    await sleep(steadyMs);
    await fullLog(shop, disks.log, logFile, say, problems);
    await sleep(steadyMs);
    await fullDisk(shop, disks.wal, "WAL", say, problems);
    await fullDisk(shop, disks.data, "data", say, problems);
  } finally {
    await shop.stop();
    for (const disk of Object.values(disks)) disk.unmount();
  }
}

/** Puts the WAL on a disk of its own, as PostgreSQL's manual says. */
function moveWal(dataDir: string, disk: string): void {
  const from = path.join(dataDir, "postgres/pg_wal");
  const to = path.join(disk, "pg_wal");
  const { status } = spawnSync("cp", ["-a", from, to]);
  if (status !== 0) cpSync(from, to, { recursive: true });
  renameSync(from, `${from}.old`);
  symlinkSync(to, from);
  rmSync(`${from}.old`, { recursive: true });
}

async function fullLog(shop: LaunchedShop, disk: SmallDisk, logFile: string, say: Say, problems: string[]) {
  disk.fill();
  let served = 0;
  for (let nth = 0; nth < 50; nth++) if (await shop.order()) served += 1;
  const killedMs = await shop.killServer();
  const whileFull = readFileSync(logFile).length;
  disk.free();
  await shop.killServer();
  const after = readFileSync(logFile).length;
  say(
    `log disk full: ${served} of 50 orders taken, a killed server back after ${ms(killedMs)}; the log goes on with ${after - whileFull} bytes when there is room`,
  );
  if (served < 50 || !shop.isRunning) problems.push("a full log disk stopped the shop");
  if (after <= whileFull) problems.push("the log did not go on");
}

async function fullDisk(shop: LaunchedShop, disk: SmallDisk, name: string, say: Say, problems: string[]) {
  await shop.orders();
  disk.fill();
  let taken = 0;
  for (let nth = 0; nth < tries; nth++) {
    if (!(await shop.order())) break;
    taken += 1;
    await askForSpace(shop.databaseUrl, name);
  }
  await sleep(fullMs);
  const [menus, home, ready] = [
    await shop.status(menu),
    await shop.status("/"),
    await shop.status("/readyz"),
  ];
  disk.free();
  const backMs = await shop.orders();
  say(
    `${name} disk full: ${taken} orders taken before the first refusal; menus ${menus}, / ${home}, /readyz ${ready} meanwhile; orders again ${ms(backMs)} after there was room`,
  );
  if (taken === tries) problems.push(`the ${name} disk was never full for an order`);
  if (!shop.isRunning) problems.push(`a full ${name} disk ended the launcher`);
}

/** Makes the database need room now, as thousands of orders would. */
async function askForSpace(databaseUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // The database may end over it, which is what the run is about.
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

async function sixKills(shop: LaunchedShop, say: Say): Promise<void> {
  const times: number[] = [];
  for (let nth = 0; nth < kills; nth++) times.push(await shop.killServer());
  say(
    `${kills} kills one after the other: serves again after ${times.map(ms).join(", ")}; orders after ${ms(await shop.orders())} more`,
  );
}

async function databaseAway(folder: string, say: Say): Promise<void> {
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
  const shop = await LaunchedShop.launch(path.join(folder, "shop"), logFile, {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/postgres`,
  });
  try {
    await sleep(awayMs);
    const database = await start();
    const backMs = await shop.ready();
    const told = readFileSync(logFile, "utf8")
      .split("\n")
      .filter((line) => /does not serve|cannot reach|database/i.test(line));
    say(
      `database away for ${awayMs / 1_000} s at the start: ready ${ms(backMs)} after it was there; the log said ${JSON.stringify(told[0] ?? "nothing")} and ${told.length - 1} lines more`,
    );
    await shop.stop();
    await database.stop();
  } finally {
    await shop.stop();
  }
}

function ms(time: number): string {
  return `${Math.round(time)} ms`;
}
