import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/startEmbeddedPostgres.ts";
import { median } from "../median.ts";
import {
  bigMenu,
  inviteCalls,
  jobIndexes,
  largeTables,
  orderCalls,
  type ScaleCall,
  serviceCalls,
  storeCalls,
} from "./calls.ts";
import { type DataSet, openSet } from "./openSet.ts";
import type { Plan } from "./plans.ts";

const small = { stores: 1_000, dishes: 50, orders: 10_000, ownOrders: 200 };
const large = { stores: 100_000, dishes: 5_000, orders: 1_000_000, ownOrders: 20_000 };
const warmUps = 3;
const rounds = 31;

/** The indexes that serve it, and every table of many rows that is read from end to end all the same. */
function servedBy(plans: Plan[]): string {
  const indexes = plans.flatMap((plan) => plan.indexes).filter((name) => !/^(tokens|users)_/.test(name));
  const scanned = plans.flatMap((plan) => plan.scanned).filter((table) => largeTables.includes(table));
  return [...new Set([...indexes, ...scanned.map((table) => `ALL OF ${table}`)])].join(", ");
}

function databaseCells(plans: Plan[][]): string[] {
  const sums = (pick: (plan: Plan) => number) =>
    plans.map((list) => list.reduce((sum, plan) => sum + pick(plan), 0));
  return [
    sums((plan) => plan.ms)
      .map((ms) => ms.toFixed(1))
      .join(" → "),
    sums((plan) => plan.pages).join(" → "),
    servedBy(plans[1] ?? []),
  ];
}

async function callLine(call: ScaleCall, sets: [DataSet, DataSet]): Promise<string> {
  const times: [number[], number[]] = [[], []];
  for (let round = -warmUps; round < rounds; round++)
    // Interleaved, so that a machine that slows down slows both.
    for (const nth of [0, 1] as const) {
      const ms = await sets[nth].time(call);
      if (round >= 0) times[nth].push(ms);
    }
  const [before, after] = [median(times[0]), median(times[1])];
  const cells = [call.name, before.toFixed(1), after.toFixed(1), (after / before).toFixed(2)];
  const plans = [await sets[0].plans(call), await sets[1].plans(call)];
  return `| ${[...cells, ...databaseCells(plans)].join(" | ")} |`;
}

async function table(sets: [DataSet, DataSet]): Promise<string> {
  const lines: string[] = [];
  for (const call of [...storeCalls, ...orderCalls, ...inviteCalls, ...serviceCalls, bigMenu])
    lines.push(await callLine(call, sets));
  const jobs: string[] = [];
  for (const name of Object.keys(jobIndexes)) {
    const plans = [await sets[0].jobPlans(name), await sets[1].jobPlans(name)];
    jobs.push(`| ${[name, ...databaseCells(plans)].join(" | ")} |`);
  }
  return [
    `${small.stores} stores, ${small.dishes} dishes and ${small.orders} orders (${small.ownOrders} of one customer) against ${large.stores}, ${large.dishes} and ${large.orders} (${large.ownOrders}); medians of ${rounds} interleaved calls over HTTP.`,
    "",
    "| call | small, ms | large, ms | ratio | in the database, ms | pages | served by |",
    "|---|---|---|---|---|---|---|",
    ...lines,
    "",
    "| job of the sweeper, nothing due | in the database, ms | pages | served by |",
    "|---|---|---|---|",
    ...jobs,
    "",
  ].join("\n");
}

/** Fills a small and a large database and holds the same calls against each other. */
export async function measureScale(log: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-scale-"));
  const settings = { fsync: "off", statement_timeout: "0" };
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, "data"), settings, log: () => {} });
  try {
    const begun = performance.now();
    const sets: [DataSet, DataSet] = [
      await openSet(server.url, "small", small),
      await openSet(server.url, "large", large),
    ];
    log(`Two databases filled in ${Math.round((performance.now() - begun) / 1000)} s.`);
    const text = await table(sets);
    for (const set of sets) await set.close();
    return text;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
