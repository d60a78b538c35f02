import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { median } from "../../lib/statistics.ts";
import { figureRequests } from "./figureRequests.ts";
import { largeAmounts } from "./fill.ts";
import { type DataSet, openDataSet } from "./openDataSet.ts";
import type { Plan } from "./plans.ts";
import {
  bigMenu,
  inviteRequests,
  jobIndexes,
  largeTables,
  orderRequests,
  restaurantRequests,
  type ScaleRequest,
  serviceRequests,
} from "./scaleRequests.ts";

const small = { stores: 1_000, dishes: 50, orders: 10_000, ownOrders: 200 };
const middle = { stores: 10_000, dishes: 500, orders: 100_000, ownOrders: 2_000 };
const warmUps = 3;
const rounds = 31;

/** Describes the indexes used, and the large tables that are scanned sequentially nonetheless. */
function describePlans(plans: Plan[]): string {
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
    describePlans(plans[1] ?? []),
  ];
}

/** The small, the medium and the large database. */
type Sets = [DataSet, DataSet, DataSet];

async function timeCells(
  name: string,
  sets: Sets,
  time: (set: DataSet) => Promise<number>,
): Promise<string[]> {
  const times = sets.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round++)
    // Interleaved, so that a machine that slows down affects all sets equally.
    for (const [nth, set] of sets.entries()) {
      const ms = await time(set);
      if (round >= 0) times[nth]?.push(ms);
    }
  const medians = times.map(median);
  const ratio = (medians[2] ?? Number.NaN) / (medians[0] ?? Number.NaN);
  return [name, ...medians.map((ms) => ms.toFixed(1)), ratio.toFixed(2)];
}

async function formatRequestRow(request: ScaleRequest, sets: Sets): Promise<string> {
  const cells = await timeCells(request.name, sets, (set) => set.time(request));
  const plans = [await sets[0].plans(request), await sets[2].plans(request)];
  return `| ${[...cells, ...databaseCells(plans)].join(" | ")} |`;
}

async function table(sets: Sets): Promise<string> {
  const placing = await timeCells("an order is placed", sets, (set) => set.placeOrder());
  const lines = [`| ${[...placing, "", "", "writes"].join(" | ")} |`];
  for (const request of [
    ...restaurantRequests,
    ...orderRequests,
    ...inviteRequests,
    ...serviceRequests,
    ...figureRequests,
    bigMenu,
  ])
    lines.push(await formatRequestRow(request, sets));
  const jobs: string[] = [];
  for (const name of Object.keys(jobIndexes)) {
    const plans = [await sets[0].jobPlans(name), await sets[2].jobPlans(name)];
    jobs.push(`| ${[name, ...databaseCells(plans)].join(" | ")} |`);
  }
  return [
    `${small.stores} stores, ${small.dishes} dishes and ${small.orders} orders (${small.ownOrders} of one customer) against ten and a hundred times as much of each; medians of ${rounds} interleaved calls over HTTP.`,
    "",
    "| call | 1 ×, ms | 10 ×, ms | 100 ×, ms | 100 × ÷ 1 × | in the database, ms | pages | served by |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
    "| job of the sweeper, nothing due | in the database, ms | pages | served by |",
    "|---|---|---|---|",
    ...jobs,
    "",
  ].join("\n");
}

/** Fills a small, a medium and a large database and compares the same requests on all three. */
export async function measureScale(log: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-scale-"));
  const settings = { fsync: "off", statement_timeout: "0" };
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, "data"), settings, log: () => {} });
  try {
    const startedAt = performance.now();
    const sets: Sets = [
      await openDataSet(server.url, "small", small),
      await openDataSet(server.url, "middle", middle),
      await openDataSet(server.url, "large", largeAmounts),
    ];
    log(`Three databases filled in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    try {
      return await table(sets);
    } finally {
      for (const set of sets) await set.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
