import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { Installation } from "../../lib/Installation.ts";
import { median } from "../../lib/statistics.ts";
import { fill, knownIds } from "../scale/fill.ts";
import { type LoadFigures, load } from "./load.ts";

const rounds = 5;
/** Approximate length: each round sends as many requests as the one before suggests. */
const roundSeconds = 1.5;
const warmUpRounds = 2;
const connections = 32;
const smallStore = "SH001";

interface Target {
  name: string;
  url: string;
  headers?: Record<string, string>;
  status?: number;
}

/** Answers with a menu; the first is the floor. */
async function listMenuTargets(base: string, bare: string, store: string): Promise<Target[]> {
  // A booked time, so that both return the same dishes at any hour.
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const url = `${base}/api/v1/menu/items?restaurant_id=${store}&booking_time=${day}%2012:00`;
  const etag = (await fetch(url)).headers.get("etag");
  const queryText = `restaurant_id=${store}&part=lunch`;
  const fresh = { name: "node:http, rows from the database", url: `${bare}/database?${queryText}` };
  return [
    { name: "node:http, rows in memory", url: `${bare}/memory?${queryText}` },
    // Reading thousands of rows for each of so many concurrent requests exceeds the database's response time.
    ...(store === smallStore ? [fresh] : []),
    { name: "ours", url },
    { name: "ours, 304", url, headers: { "if-none-match": String(etag) }, status: 304 },
  ];
}

function listRestaurantTargets(base: string): Target[] {
  return [
    { name: "ours, list", url: `${base}/api/v1/restaurant/list` },
    { name: "ours, detail", url: `${base}/api/v1/restaurant/detail?id=${smallStore}` },
  ];
}

async function lines(name: string, targets: Target[]): Promise<string[]> {
  const figures = new Map<Target, LoadFigures[]>(targets.map((target) => [target, []]));
  const amounts = new Map<Target, number>();
  for (let round = -warmUpRounds; round < rounds; round++)
    // Interleaved, so that a machine that slows down affects all targets equally.
    for (const target of targets) {
      const { url, ...expected } = target;
      const amount = Math.max(connections, amounts.get(target) ?? 0);
      const result = await load(url, { connections, amount, ...expected });
      amounts.set(target, Math.round(result.perSecond * roundSeconds));
      if (round >= 0) figures.get(target)?.push(result);
    }
  const of = (target: Target, pick: (item: LoadFigures) => number) =>
    median((figures.get(target) ?? []).map(pick));
  const floor = of(targets[0] as Target, (item) => item.perSecond);
  return targets.map((target) => {
    const perSecond = of(target, (item) => item.perSecond);
    const cells = [
      name,
      target.name,
      Math.round(perSecond),
      (perSecond / floor).toFixed(2),
      of(target, (item) => item.p50).toFixed(1),
      of(target, (item) => item.p99).toFixed(1),
      (of(target, (item) => item.bytes) / 1000).toFixed(1),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

async function startBare(databaseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(fileURLToPath(new URL("./bareServer.ts", import.meta.url)), [databaseUrl]);
  const [port] = (await once(child, "message")) as [number];
  return { child, url: `http://127.0.0.1:${port}` };
}

async function growMenus(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await fill(client, { stores: 100, dishes: 5_000, orders: 100, ownOrders: 10 });
  await client.end();
}

/** Compares the server with bare node:http that builds menus per request; takes about a minute. */
export async function measureServer(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-bench-"));
  const installation = await Installation.create(folder);
  let bare: ChildProcess | null = null;
  try {
    await installation.startSandbox();
    await installation.startServer();
    const base = installation.url;
    const { child, url } = await startBare(installation.databaseUrl);
    bare = child;
    const table = await lines("menu of 60 to 80 dishes", await listMenuTargets(base, url, smallStore));
    // Every restaurant sells the dishes of the chain, so all menus grow.
    await growMenus(installation.databaseUrl);
    table.push(
      ...(await lines("menu of 5,000 dishes", await listMenuTargets(base, url, knownIds.bigStore))),
      ...(await lines("stores", listRestaurantTargets(base))),
    );
    return [
      `Measured ${new Date().toISOString().slice(0, 10)}: ${connections} connections, ${rounds} interleaved rounds of about ${roundSeconds} s, medians; ${os.cpus().length} cores shared with the load, Node ${process.version}.`,
      "",
      "| answer | server | answers a second | ÷ first of its kind | median, ms | p99, ms | KB |",
      "|---|---|---|---|---|---|---|",
      ...table,
      "",
    ].join("\n");
  } finally {
    bare?.kill();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
