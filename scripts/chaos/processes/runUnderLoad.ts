import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../../lib/statistics.ts";
import { auditConsistency, findMissingPayments, readStock } from "../auditConsistency.ts";
import { type ExpectedState, SimulatedCustomer } from "../SimulatedCustomer.ts";
import { createCustomers, EventPublisher, type LoadCustomer } from "./customers.ts";
import { EventStreamClient } from "./EventStreamClient.ts";
import { type Failure, LoadGenerator } from "./LoadGenerator.ts";
import { ServerCluster, type StartOptions } from "./ServerCluster.ts";
import {
  countIncompleteStreams,
  findInternalErrors,
  findLostWrites,
  waitUntilCaughtUp,
} from "./verifyLoad.ts";

const streamsEach = 5;
const customerCount = 3;
const orderPauseMs = 300;
const settleMs = 30_000;
const openTimeoutMs = 60_000;
const announceMs = 50;
/** Time in ms without a fault before and after one. */
export const calmMs = 8_000;

/** Result of a run; `problems` is empty on success. */
export interface ProcessReport {
  lines: string[];
  problems: string[];
}

/** Two processes under load, and what is known of it so far. */
export interface ProcessRun {
  cluster: ServerCluster;
  customers: LoadCustomer[];
  load: LoadGenerator;
  streams: EventStreamClient[];
  expected: ExpectedState;
  report: ProcessReport;
}

interface LoadPlan {
  perSecond: number;
  streams: number;
  /** What both processes are started with. */
  start?: StartOptions;
  /** Does to the processes what the run is for. */
  injectFaults: (run: ProcessRun) => Promise<void>;
}

/**
 * Runs two processes behind nginx under load and streams while `injectFaults` works, then checks that every acknowledged
 * write is there and that no stream has a gap or a double.
 */
export async function runUnderLoad({
  perSecond,
  streams,
  start,
  injectFaults,
}: LoadPlan): Promise<ProcessReport> {
  const report: ProcessReport = { lines: [], problems: [] };
  const cluster = await ServerCluster.open(2);
  const abort = new AbortController();
  try {
    await cluster.start(0, start);
    await cluster.start(1, start);
    await cluster.waitUntilReady();
    const customers = await createCustomers(cluster.databaseUrl, Math.ceil(streams / streamsEach));
    const stock = await readStock(cluster.databaseUrl, "SH001");
    const run: ProcessRun = {
      cluster,
      customers,
      load: new LoadGenerator(cluster.url, customers),
      streams: Array.from({ length: streams }, (_, nth) => {
        const { token, channel } = customers[nth % customers.length] as LoadCustomer;
        return new EventStreamClient(cluster.url, token, channel);
      }),
      expected: { orders: new Map(), paid: new Set(), calls: 0, failures: 0 },
      report,
    };
    await load(run, { perSecond, abort, injectFaults });
    await verifyResults(run, stock);
    const troubles = await cluster.proxy.countErrors();
    report.lines.push(`what nginx met and, where it may, asked the other process: ${troubles.join(", ")}`);
  } finally {
    abort.abort();
    await cluster.close();
  }
  return report;
}

async function load(
  run: ProcessRun,
  {
    perSecond,
    abort,
    injectFaults,
  }: Pick<LoadPlan, "perSecond" | "injectFaults"> & { abort: AbortController },
): Promise<void> {
  const { cluster, load: generator, streams, customers, expected } = run;
  const buyers = Array.from(
    { length: customerCount },
    () => new SimulatedCustomer(cluster, expected, abort.signal),
  );
  for (const [nth, customer] of buyers.entries()) await customer.login(`1370000010${nth}`);
  const following = streams.map((stream) => stream.run());
  const deadline = performance.now() + openTimeoutMs;
  while (streams.some(({ startId }) => startId === null) && performance.now() < deadline) await sleep(100);
  const publisher = new EventPublisher(cluster.databaseUrl, customers);
  const working = [
    generator.run(perSecond),
    publisher.run(announceMs),
    ...buyers.map((item) => item.run(orderPauseMs)),
  ];
  try {
    await sleep(calmMs);
    reportFailures("before anything happened", generator.failures, run.report);
    await injectFaults(run);
  } finally {
    abort.abort();
    generator.stop();
    publisher.stop();
    await Promise.all(working);
    await waitUntilCaughtUp(cluster.databaseUrl, streams);
    for (const stream of streams) stream.stop();
    await Promise.all(following);
  }
}

/** Stops a process and starts it again, also as another version; no call may fail meanwhile. */
export async function restartServer(
  { cluster, load: generator, expected, report }: ProcessRun,
  nth: number,
  start?: StartOptions,
): Promise<void> {
  const [termAt, lost, sent] = [performance.now(), expected.failures, generator.sent];
  const { code, ms } = await cluster.terminate(nth);
  await sleep(calmMs / 4);
  await cluster.start(nth, start);
  await cluster.waitUntilReady();
  await sleep(calmMs / 4);
  const failed = generator.failures.filter(({ at }) => at >= termAt);
  report.lines.push(
    `SIGTERM of process ${nth + 1}, twice: ended with ${code} after ${Math.round(ms)} ms; of ${generator.sent - sent} requests until it served again ${failed.length} failed, ${expected.failures - lost} of shoppers`,
  );
  if (code !== 0) report.problems.push(`the process ended with ${code}`);
  if (expected.failures > lost) report.problems.push(`${expected.failures - lost} calls of shoppers failed`);
  reportFailures("while one stopped and started", failed, report);
}

/** Adds failed requests to the problems, with their first reasons. */
export function reportFailures(when: string, failures: Failure[], report: ProcessReport): void {
  if (failures.length === 0) return;
  const reasons = [...new Set(failures.map(({ what }) => what))].slice(0, 5).join("; ");
  report.problems.push(`${failures.length} requests failed ${when}: ${reasons}`);
}

async function verifyResults(run: ProcessRun, stock: Map<string, number>): Promise<void> {
  const { cluster, load: generator, streams, expected, report } = run;
  report.problems.push(
    ...findInternalErrors([generator]),
    ...(await findLostWrites(cluster.databaseUrl, generator)),
  );
  report.problems.push(...(await auditConsistency(cluster.databaseUrl, expected, stock)));
  const deadline = performance.now() + settleMs;
  let missing = await findMissingPayments(cluster.databaseUrl, expected);
  while (missing.length > 0 && performance.now() < deadline) {
    await sleep(500);
    missing = await findMissingPayments(cluster.databaseUrl, expected);
  }
  report.problems.push(...missing.map((transaction) => `the money of trade ${transaction} is lost`));
  const gaps = await countIncompleteStreams(cluster.databaseUrl, streams);
  const sum = (pick: (item: EventStreamClient) => number) =>
    streams.reduce((all, item) => all + pick(item), 0);
  if (gaps > 0) report.problems.push(`${gaps} streams have a gap or a double`);
  const { times, sent } = generator;
  report.lines.push(
    `${sent} requests (p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms), ${generator.names.size} customers' names, ${generator.messages.size} messages, ${expected.orders.size} orders and ${expected.paid.size} payments of shoppers were acknowledged`,
    `${streams.length} streams: ${sum(({ ids }) => ids.length)} events read, ${sum(({ reconnects }) => reconnects)} breaks, ${sum(({ resets }) => resets)} resets, ${gaps} with a gap or a double`,
  );
}
