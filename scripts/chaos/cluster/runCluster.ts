import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../lib/freePort.ts";
import { median, quantile } from "../../lib/statistics.ts";
import { auditConsistency, findMissingPayments, readStock } from "../auditConsistency.ts";
import { createCustomers, type LoadCustomer } from "../processes/customers.ts";
import { EventStreamClient } from "../processes/EventStreamClient.ts";
import { LoadGenerator, publicPaths } from "../processes/LoadGenerator.ts";
import { ServerCluster } from "../processes/ServerCluster.ts";
import {
  countIncompleteStreams,
  findInternalErrors,
  findLostWrites,
  waitUntilCaughtUp,
} from "../processes/verifyLoad.ts";
import { type ExpectedState, SimulatedCustomer } from "../SimulatedCustomer.ts";
import { describeReplicaReads, findJobProblems, findStoredProblems, makeDue } from "./auditCluster.ts";
import { type ClusterReport, closeDatabase } from "./clusterReport.ts";
import { DatabaseCluster } from "./DatabaseCluster.ts";
import { type Fault, faults, waitForTakeover } from "./faults.ts";
import { MessageWriter, WriteProbe } from "./writers.ts";

const servers = 3;
const calmMs = 3_000;
const requestsPerSecond = 40;
const streamCount = 60;
const buyerCount = 4;
const abandoningCount = 3;
const probeCount = 4;
const messageWriterCount = 8;
const orderPauseMs = 300;
const settleMs = 75_000;
/** Longest time without a write that is promised, in seconds. */
const maxSilentSeconds = 15;

interface Run {
  database: DatabaseCluster;
  shop: ServerCluster;
  load: LoadGenerator;
  streams: EventStreamClient[];
  probes: WriteProbe[];
  writers: MessageWriter[];
  buyers: SimulatedCustomer[];
  abandoning: SimulatedCustomer[];
  expected: ExpectedState;
  stock: Map<string, number>;
  silentSeconds: number[];
  report: ClusterReport;
  abort: AbortController;
  log: (line: string) => void;
}

/**
 * Loses the primary of a database cluster so many times while customers order, pay, chat, read and listen, and audits
 * after each time. A run that breaks off is reported as a problem. Requires root on Linux.
 */
export async function runCluster(failovers: number, log: (line: string) => void): Promise<ClusterReport> {
  const report: ClusterReport = { lines: [], problems: [] };
  const cleanups: (() => Promise<void>)[] = [];
  const abort = new AbortController();
  try {
    const database = await DatabaseCluster.open();
    cleanups.unshift(() => closeDatabase(database, report));
    const shop = await ServerCluster.open(servers, database.databaseUrl);
    cleanups.unshift(() => shop.close());
    const metricsPorts = await Promise.all(Array.from({ length: servers }, freePort));
    for (const [nth, port] of metricsPorts.entries())
      await shop.start(nth, {
        env: { DATABASE_REPLICA_URL: database.replicaUrl, METRICS_PORT: String(port) },
      });
    await shop.waitUntilReady();
    const primary = await database.findPrimary();
    await primary?.runScript("back-up-database", primary.address);
    const run = await prepareRun(database, shop, { report, abort, log });
    await runUnderLoad(run, failovers);
    await verifyEnd(run);
    report.lines.push(await describeReplicaReads(metricsPorts));
  } catch (error) {
    report.problems.push(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    abort.abort();
    for (const cleanup of cleanups) await cleanup();
  }
  return report;
}

async function prepareRun(
  database: DatabaseCluster,
  shop: ServerCluster,
  rest: Pick<Run, "report" | "abort" | "log">,
): Promise<Run> {
  const { databaseUrl } = database;
  const count = probeCount + messageWriterCount + streamCount;
  const people = await createCustomers(databaseUrl, count);
  const [probing, writing] = [people.splice(0, probeCount), people.splice(0, messageWriterCount)];
  const expected: ExpectedState = { orders: new Map(), paid: new Set(), calls: 0, failures: 0 };
  const createBuyer = () => new SimulatedCustomer(shop, expected, rest.abort.signal);
  return {
    database,
    shop,
    load: new LoadGenerator(shop.url, people),
    streams: [...people, ...writing].map(({ token, channel }: LoadCustomer) => {
      return new EventStreamClient(shop.url, token, channel);
    }),
    probes: probing.map((customer) => new WriteProbe(shop.url, customer)),
    writers: writing.map((customer) => new MessageWriter(shop.url, customer)),
    buyers: Array.from({ length: buyerCount }, createBuyer),
    abandoning: Array.from({ length: abandoningCount }, createBuyer),
    expected,
    stock: await readStock(databaseUrl, "SH001"),
    silentSeconds: [],
    ...rest,
  };
}

async function runUnderLoad(run: Run, failovers: number): Promise<void> {
  const { load, streams, probes, writers, buyers, abort, database } = run;
  for (const [nth, customer] of [...buyers, ...run.abandoning].entries())
    await customer.login(`1370000020${nth}`);
  const following = streams.map((stream) => stream.run());
  const working = [
    load.run(requestsPerSecond),
    ...probes.map((probe) => probe.run(abort.signal)),
    ...writers.map((writer) => writer.run(abort.signal)),
    ...buyers.map((buyer) => buyer.run(orderPauseMs)),
  ];
  let failing = Promise.resolve();
  try {
    for (let nth = 1; nth <= failovers; nth++) {
      failing = failOver(run, nth);
      // Work that fails ends the run with its error; it does not end by itself.
      await Promise.race([failing, ...working]);
    }
  } finally {
    abort.abort();
    load.stop();
    await Promise.allSettled([failing, ...working]);
    await waitUntilCaughtUp(database.databaseUrl, streams);
    for (const stream of streams) stream.stop();
    await Promise.all(following);
  }
}

/** Loses the primary once, waits until the cluster is whole again, and audits. */
async function failOver(run: Run, nth: number): Promise<void> {
  const { database, abandoning, load, streams, report } = run;
  const fault = faults[(nth - 1) % faults.length] as Fault;
  await sleep(calmMs);
  const unpaid = await Promise.all(abandoning.map((customer) => customer.placeUnpaidOrder()));
  const dueIds = unpaid.filter((id) => id !== null);
  const primary = await database.findPrimary();
  if (primary === undefined) throw new Error("there is no primary to lose");
  await makeDue(database.databaseUrl, dueIds);
  const lostAt = performance.now();
  await fault.begin(primary);
  const next = await waitForTakeover(database, primary);
  await waitForWrites(run);
  const eventsBefore = streams.map(({ ids }) => ids.length);
  fault.end(primary);
  const wholeSeconds = await database.waitUntilHealthy();
  const problems = [
    ...(await auditConsistency(database.databaseUrl, run.expected, run.stock)),
    ...(await findJobProblems(database.databaseUrl, dueIds)),
  ];
  const silent = longestSilence(run.probes, lostAt);
  const failedReads = load.failures.filter(({ at, what }) => at >= lostAt && isPublicRead(what));
  if (failedReads.length > 0)
    problems.push(`${failedReads.length} public reads failed: ${failedReads[0]?.what}`);
  if (silent > maxSilentSeconds) problems.push(`no write for ${silent.toFixed(1)} s`);
  const resumed = await countResumed(streams, eventsBefore);
  if (resumed < streams.length) problems.push(`${streams.length - resumed} streams read nothing more`);
  run.silentSeconds.push(silent);
  report.problems.push(...problems.map((problem) => `after failover ${nth}: ${problem}`));
  run.log(
    `${String(nth).padStart(2)}  ${fault.name.padEnd(11)}  ${primary.name} → ${next.name}  ${silent.toFixed(1).padStart(5)} s without a write, ${failedReads.length} reads failed, ${resumed} of ${streams.length} streams read on, whole again after ${wholeSeconds.toFixed(0)} s, ${problems.length} problems`,
  );
}

/** Waits until every stream has read an event more than before, at most a minute; returns how many have. */
async function countResumed(streams: EventStreamClient[], eventsBefore: number[]): Promise<number> {
  const count = () => streams.filter(({ ids }, index) => ids.length > (eventsBefore[index] ?? 0)).length;
  const deadline = performance.now() + settleMs;
  while (count() < streams.length && performance.now() < deadline) await sleep(200);
  return count();
}

function isPublicRead(what: string): boolean {
  return publicPaths.some((path) => what.startsWith(`GET ${path}: `));
}

/** Waits until a write that was sent after now is acknowledged. */
async function waitForWrites({ probes }: Run): Promise<void> {
  const count = () => probes.reduce((sum, { acknowledgedAt }) => sum + acknowledgedAt.length, 0);
  const enough = count() + 2 * probes.length;
  const deadline = performance.now() + settleMs;
  while (count() < enough) {
    if (performance.now() > deadline) throw new Error("no write is acknowledged any more");
    await sleep(100);
  }
}

/** Returns the longest time between two acknowledged writes around and after `sinceMs`, in seconds. */
function longestSilence(probes: WriteProbe[], sinceMs: number): number {
  const times = probes.flatMap(({ acknowledgedAt }) => acknowledgedAt).sort((a, b) => a - b);
  const first = times.findLastIndex((at) => at <= sinceMs);
  const gaps = times.slice(Math.max(0, first)).map((at, nth, list) => (list[nth + 1] ?? at) - at);
  return Math.max(...gaps) / 1000;
}

async function verifyEnd(run: Run): Promise<void> {
  const { database, load, streams, probes, writers, expected, report, silentSeconds } = run;
  const { databaseUrl } = database;
  const endedAt = performance.now();
  let missing = await findMissingPayments(databaseUrl, expected);
  while (missing.length > 0 && performance.now() < endedAt + settleMs) {
    await sleep(500);
    missing = await findMissingPayments(databaseUrl, expected);
  }
  const paymentSeconds = (performance.now() - endedAt) / 1000;
  const incomplete = await countIncompleteStreams(databaseUrl, streams);
  report.problems.push(
    ...missing.map((transaction) => `the money of trade ${transaction} is lost`),
    ...findInternalErrors([load, ...probes, ...writers]),
    ...(await findLostWrites(databaseUrl, load)),
    ...(await findStoredProblems(databaseUrl, writers)),
    ...(incomplete > 0 ? [`${incomplete} streams have a gap or a double`] : []),
  );
  const messages = writers.flatMap(({ acknowledged }) => acknowledged).length;
  const repeated = writers.reduce((sum, writer) => sum + writer.repeated, 0);
  report.lines.push(
    `without a write: median ${median(silentSeconds).toFixed(1)} s, longest ${Math.max(...silentSeconds).toFixed(1)} s`,
    `${expected.orders.size} orders, ${expected.paid.size} payments and ${messages + load.messages.size} messages were acknowledged (${repeated} sent again); ${expected.failures} calls of customers failed on the way and were repeated; the last payment was recorded ${paymentSeconds.toFixed(0)} s after the end`,
    `${load.sent} other requests, p99 ${quantile(load.times, 0.99).toFixed(0)} ms, ${load.failures.length} failed; ${streams.length} streams, ${incomplete} with a gap or a double`,
  );
}
