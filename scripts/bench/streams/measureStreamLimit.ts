import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { customerEventsPath } from "#contract/events.ts";
import { RedisServer } from "../../lib/RedisServer.ts";
import { ensureRedis } from "../../lib/redis.mjs";
import { quantile } from "../../lib/statistics.ts";
import { startBenchCluster } from "../startBenchCluster.ts";
import type { WriterStep } from "./eventWriter.ts";
import { openAll, waitUntil } from "./measureStreams.ts";
import { StreamClient } from "./StreamClient.ts";

const servers = 2;
const streams = 1_000;
/** Connections of each server; the writer has as many again as both. */
const poolSize = 8;
const steps = [100, 200, 400, 600, 800, 1_200, 1_600, 2_400, 3_200];
const stepSeconds = 5;
/** Least time of a commit that waits for a second machine, in ms. */
const slowCommitMs = 5;
/** A step above this has passed the limit. */
const limitMs = 1_000;

interface StepResult {
  deliveredPerSecond: number;
  p50: number;
  p99: number;
  lost: number;
  doubled: number;
}

/** Waits for the writer's next message; rejects when it ends before. */
async function nextMessage(writer: ChildProcess): Promise<void> {
  const isOver = new AbortController();
  try {
    await Promise.race([
      once(writer, "message", isOver),
      once(writer, "exit", isOver).then(() => Promise.reject(new Error("the writer of events ended"))),
    ]);
  } finally {
    isOver.abort();
  }
}

/** Writes events for some seconds and reads them from the streams. */
async function runStep(
  writer: ChildProcess,
  clients: StreamClient[],
  step: Omit<WriterStep, "timeOrigin">,
): Promise<StepResult> {
  for (const client of clients) client.received.length = 0;
  const startedAt = performance.now();
  const isWritten = nextMessage(writer);
  writer.send({ ...step, timeOrigin: performance.timeOrigin } satisfies WriterStep);
  await isWritten;
  const countReceived = () => clients.reduce((sum, { received }) => sum + received.length, 0);
  await waitUntil(() => countReceived() >= step.count);
  const seconds = (performance.now() - startedAt) / 1_000;
  const received = clients.flatMap((client) => client.received);
  const distinct = new Set(received.map(({ id }) => id)).size;
  const times = received.map(({ ms }) => ms);
  return {
    deliveredPerSecond: received.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    lost: step.count - distinct,
    doubled: received.length - distinct,
  };
}

/** What notifies, and the least time of a commit, in ms: 0 for what the disk takes. */
interface Variant {
  name: string;
  redisUrl: string;
  commitMs: number;
}

/** Lets each commit of new connections take longer, as one that waits for a second machine does. */
async function slowCommits(databaseUrl: string, commitMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`alter role current_user set commit_delay = ${commitMs * 1_000}`);
  await client.query("alter role current_user set commit_siblings = 0");
  await client.end();
}

/** Raises the events a second until a step is slower than the limit; returns a row for each step. */
async function measureVariant(variant: Variant, log: (line: string) => void): Promise<string[]> {
  const { name, redisUrl, commitMs } = variant;
  const env = { REDIS_URL: redisUrl, DATABASE_POOL: String(poolSize) };
  const cluster = await startBenchCluster({ servers, customers: streams, env });
  await slowCommits(cluster.databaseUrl, commitMs);
  const clients = cluster.customers.map(
    ({ token }, nth) => new StreamClient(`${cluster.urls[nth % servers]}${customerEventsPath}`, token),
  );
  const program = fileURLToPath(new URL("./eventWriter.ts", import.meta.url));
  const writer = fork(program, [cluster.databaseUrl, redisUrl]);
  try {
    await nextMessage(writer);
    await openAll(clients);
    const rows: string[] = [];
    let first = 0;
    for (const perSecond of steps) {
      const count = perSecond * stepSeconds;
      const customerIds = cluster.customers.map(({ id }) => id);
      const result = await runStep(writer, clients, { first, count, perSecond, customerIds });
      first += count;
      rows.push(formatRow([name, commitMs === 0 ? "the disk's" : `${commitMs} ms`, perSecond], result));
      log(rows.at(-1) ?? "");
      if (result.p99 > limitMs) break;
    }
    return rows;
  } finally {
    for (const client of clients) client.disconnect();
    writer.kill();
    await cluster.close();
  }
}

function formatRow(step: (string | number)[], result: StepResult): string {
  const { deliveredPerSecond, p50, p99, lost, doubled } = result;
  const times = [p50, p99].map((ms) => `${ms.toFixed(0)} ms`);
  return `| ${[...step, deliveredPerSecond.toFixed(0), ...times, `${lost}, ${doubled}`].join(" | ")} |`;
}

/** Measures how many events a second reach streams in time, with PostgreSQL's notifications and with Redis's. */
export async function measureStreamLimit(log: (line: string) => void): Promise<string> {
  ensureRedis();
  const redis = await RedisServer.create();
  await redis.start();
  const rows: string[] = [];
  try {
    for (const commitMs of [0, slowCommitMs])
      for (const [name, redisUrl] of [
        ["PostgreSQL", ""],
        ["Redis", `${redis.address}/0`],
      ] as const)
        rows.push(...(await measureVariant({ name, redisUrl, commitMs }, log)));
  } finally {
    await redis.kill();
  }
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}: ${streams} streams at ${servers} servers; one process writes events, each in a transaction of its own, ${stepSeconds} s for each step, and each goes to one stream; ${os.cpus().length} cores shared by all of it, Node ${process.version}. Times count from when an event was due. The limit is the last step with p99 up to ${limitMs / 1_000} s. A commit of ${slowCommitMs} ms is what a second database machine costs.`,
    "",
    "| notifications by | a commit takes | events/s asked | delivered/s | p50 | p99 | lost, doubled |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
