import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { addMonths, listMonths, monthOf, startOfMonth } from "#server/platform/partitions/months.ts";
import { partitionTables } from "#server/platform/partitions/partition-tables.ts";
import { median, quantile } from "../../lib/statistics.ts";
import { largeAmounts } from "./fill.ts";
import { type DataSet, openDataSet } from "./openDataSet.ts";
import { orderRequests, serviceRequests } from "./scaleRequests.ts";

const warmUps = 12;
const rounds = 31;
/** Loops that place and cancel orders, one after the other each, while the tables are divided. */
const loops = 3;
const calmMs = 5_000;
/** Months after the first one at which everything is measured again, as far as the plans are concerned. */
const monthsLater = 33;

/** Adds messages to conversations: months without messages are dropped. */
const messagesOfAMonth = `insert into chat_messages (user_id, sender_type, sender_id, type, content, created_at)
  select user_id, sender_type, sender_id, type, content, now() from chat_messages limit 1000`;

/** Medians of each call, by its name, in ms. */
async function timeCalls(set: DataSet): Promise<Map<string, number>> {
  const calls = [...orderRequests, ...serviceRequests].map(
    (request) => [request.name, () => set.time(request)] as const,
  );
  const medians = new Map<string, number>();
  for (const [name, call] of [["an order is placed", () => set.placeOrder()] as const, ...calls]) {
    const times: number[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const ms = await call();
      if (round >= 0) times.push(ms);
    }
    medians.set(name, median(times));
  }
  return medians;
}

/** Places orders until stopped; `stop` returns the time of each in ms. A refused one rejects it. */
function placeOrders(set: DataSet): { stop(): Promise<number[]> } {
  let isOver = false;
  const times: number[] = [];
  const run = async () => {
    while (!isOver) times.push(await set.placeOrder());
  };
  const running = Promise.all(Array.from({ length: loops }, run));
  return {
    stop: async () => {
      isOver = true;
      await running;
      return times;
    },
  };
}

async function placeOrdersDuring(set: DataSet, work: () => Promise<unknown>): Promise<string> {
  const orders = placeOrders(set);
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const times = await orders.stop();
  const ms = [median(times), quantile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(0));
  return `${seconds.toFixed(1)} | ${times.length} | ${ms.join(" | ")}`;
}

/** Divides the tables of a million orders while orders are placed, and compares the same calls before and afterwards. */
export async function measurePartitions(log: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-partitions-"));
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, "data"),
    settings: { statement_timeout: "0" },
    log: () => {},
  });
  try {
    const set = await openDataSet(server.url, "large", largeAmounts, { hasFigures: false });
    try {
      return await compare(set, log);
    } finally {
      await set.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(set: DataSet, log: (line: string) => void): Promise<string> {
  const now = new Date();
  const divide = async (at: Date) => {
    const startedAt = performance.now();
    const onStep = (step: string) => log(`${((performance.now() - startedAt) / 1_000).toFixed(1)} s ${step}`);
    await set.database.maintain((client) => partitionTables(client, { now: at, onStep }));
  };
  const before = await timeCalls(set);
  const calm = await placeOrdersDuring(set, () => sleep(calmMs));
  const moving = await placeOrdersDuring(set, () => divide(now));
  const divided = await timeCalls(set);
  for (const month of listMonths(addMonths(monthOf(now), 1), addMonths(monthOf(now), monthsLater))) {
    await divide(startOfMonth(month));
    await set.database.maintain((client) => client.query(messagesOfAMonth));
  }
  const later = await timeCalls(set);
  const rows = [...before].map(([name, ms]) => {
    const cells = [ms, divided.get(name) ?? Number.NaN, later.get(name) ?? Number.NaN];
    return `| ${[name, ...cells.map((cell) => cell.toFixed(1))].join(" | ")} |`;
  });
  return [
    `${largeAmounts.orders} orders; ${loops} customers who never pause. No order was refused.`,
    "",
    "| meanwhile | s | orders | median, ms | p99 | longest |",
    "|---|---|---|---|---|---|",
    `| nothing | ${calm} |`,
    `| the tables are divided | ${moving} |`,
    "",
    `Medians of ${rounds} calls over HTTP, in ms.`,
    "",
    `| call | one table | divided | with ${monthsLater + 4} months |`,
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
