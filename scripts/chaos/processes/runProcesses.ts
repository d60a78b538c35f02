import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../../lib/statistics.ts";
import { auditConsistency, findMissingPayments, readStock } from "../auditConsistency.ts";
import { type ExpectedState, SimulatedCustomer } from "../SimulatedCustomer.ts";
import { createCustomers, EventPublisher, type LoadCustomer } from "./customers.ts";
import { EventStreamClient } from "./EventStreamClient.ts";
import { type Failure, LoadGenerator } from "./LoadGenerator.ts";
import { ServerCluster } from "./ServerCluster.ts";
import { countIncompleteStreams, findLostWrites, waitUntilCaughtUp } from "./verifyLoad.ts";

const calmMs = 8_000;
const streamsEach = 5;
const customerCount = 3;
const orderPauseMs = 300;
const settleMs = 30_000;
const openTimeoutMs = 60_000;
const announceMs = 50;

/** Result of a run; `problems` is empty on success. */
export interface ProcessReport {
  lines: string[];
  problems: string[];
}

interface Run {
  cluster: ServerCluster;
  customers: LoadCustomer[];
  load: LoadGenerator;
  streams: EventStreamClient[];
  expected: ExpectedState;
  report: ProcessReport;
}

/** Runs two processes under load and streams: kills one, later stops and restarts the other. */
export async function runProcesses(perSecond: number, streams: number): Promise<ProcessReport> {
  const report: ProcessReport = { lines: [], problems: [] };
  const fleet = await ServerCluster.open(2);
  const abort = new AbortController();
  try {
    await fleet.start(0);
    await fleet.start(1);
    await fleet.waitUntilReady();
    const people = await createCustomers(fleet.databaseUrl, Math.ceil(streams / streamsEach));
    const stock = await readStock(fleet.databaseUrl, "SH001");
    const run: Run = {
      cluster: fleet,
      customers: people,
      load: new LoadGenerator(fleet.url, people),
      streams: Array.from({ length: streams }, (_, nth) => {
        const { token, channel } = people[nth % people.length] as LoadCustomer;
        return new EventStreamClient(fleet.url, token, channel);
      }),
      expected: { orders: new Map(), paid: new Set(), calls: 0, failures: 0 },
      report,
    };
    await runUnderLoad(run, perSecond, abort);
    await verifyResults(run, stock);
    const troubles = await fleet.proxy.countErrors();
    report.lines.push(`what nginx met and, where it may, asked the other process: ${troubles.join(", ")}`);
  } finally {
    abort.abort();
    await fleet.close();
  }
  return report;
}

async function runUnderLoad(run: Run, perSecond: number, abort: AbortController): Promise<void> {
  const { cluster: fleet, load: crowd, streams: followers, customers: people, expected: book } = run;
  const buyers = Array.from(
    { length: customerCount },
    () => new SimulatedCustomer(fleet, book, abort.signal),
  );
  for (const [nth, customer] of buyers.entries()) await customer.login(`1370000010${nth}`);
  const following = followers.map((follower) => follower.run());
  const deadline = performance.now() + openTimeoutMs;
  while (followers.some(({ startId: begin }) => begin === null) && performance.now() < deadline)
    await sleep(100);
  const publisher = new EventPublisher(fleet.databaseUrl, people);
  const working = [
    crowd.run(perSecond),
    publisher.run(announceMs),
    ...buyers.map((item) => item.run(orderPauseMs)),
  ];
  try {
    await injectFaults(run);
  } finally {
    abort.abort();
    crowd.stop();
    publisher.stop();
    await Promise.all(working);
    await waitUntilCaughtUp(fleet.databaseUrl, followers);
    for (const follower of followers) follower.stop();
    await Promise.all(following);
  }
}

async function injectFaults(run: Run): Promise<void> {
  await sleep(calmMs);
  reportFailures("before anything happened", run.load.failures, run.report);
  await killServer(run);
  await sleep(calmMs / 2);
  for (const nth of [1, 0]) await restartServer(run, nth);
}

async function killServer({ cluster: fleet, load: crowd, report }: Run): Promise<void> {
  const killedAt = performance.now();
  await fleet.kill(0);
  const goneAt = performance.now();
  await sleep(calmMs / 2);
  const upMs = await fleet.start(0);
  await fleet.waitUntilReady();
  const hit = crowd.failures.filter(({ at }) => at >= killedAt);
  const wasInFlight = ({ sentAt, backends }: Failure) =>
    sentAt <= goneAt && backends.includes(`:${fleet.ports[0]}`);
  report.lines.push(
    `kill -9 of one process: ${hit.length} requests failed, ${hit.filter(wasInFlight).length} of them sent before and in flight on it; serving again ${Math.round(upMs)} ms after its start`,
  );
  reportFailures(
    "though they were not in flight on the killed process",
    hit.filter((item) => !wasInFlight(item)),
    report,
  );
}

async function restartServer(
  { cluster: fleet, load: crowd, expected: book, report }: Run,
  nth: number,
): Promise<void> {
  const [termAt, lost, sent] = [performance.now(), book.failures, crowd.sent];
  const { code, ms } = await fleet.terminate(nth);
  await sleep(calmMs / 4);
  await fleet.start(nth);
  await fleet.waitUntilReady();
  await sleep(calmMs / 4);
  const failed = crowd.failures.filter(({ at }) => at >= termAt);
  report.lines.push(
    `SIGTERM of process ${nth + 1}, twice: ended with ${code} after ${Math.round(ms)} ms; of ${crowd.sent - sent} requests until it served again ${failed.length} failed, ${book.failures - lost} of shoppers`,
  );
  if (code !== 0) report.problems.push(`the process ended with ${code}`);
  if (book.failures > lost) report.problems.push(`${book.failures - lost} calls of shoppers failed`);
  reportFailures("while one stopped and started", failed, report);
}

function reportFailures(when: string, failures: Failure[], report: ProcessReport): void {
  if (failures.length === 0) return;
  const reasons = [...new Set(failures.map(({ what }) => what))].slice(0, 5).join("; ");
  report.problems.push(`${failures.length} requests failed ${when}: ${reasons}`);
}

async function verifyResults(run: Run, stock: Map<string, number>): Promise<void> {
  const { cluster: fleet, load: crowd, streams: followers, expected: book, report } = run;
  report.problems.push(...(await findLostWrites(fleet.databaseUrl, crowd)));
  report.problems.push(...(await auditConsistency(fleet.databaseUrl, book, stock)));
  const deadline = performance.now() + settleMs;
  let missing = await findMissingPayments(fleet.databaseUrl, book);
  while (missing.length > 0 && performance.now() < deadline) {
    await sleep(500);
    missing = await findMissingPayments(fleet.databaseUrl, book);
  }
  report.problems.push(...missing.map((transaction) => `the money of trade ${transaction} is lost`));
  const gaps = await countIncompleteStreams(fleet.databaseUrl, followers);
  const sum = (pick: (item: EventStreamClient) => number) =>
    followers.reduce((all, item) => all + pick(item), 0);
  if (gaps > 0) report.problems.push(`${gaps} streams have a gap or a double`);
  const { times, sent } = crowd;
  report.lines.push(
    `${sent} requests (p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms), ${crowd.names.size} customers' names, ${crowd.messages.size} messages, ${book.orders.size} orders and ${book.paid.size} payments of shoppers were acknowledged`,
    `${followers.length} streams: ${sum(({ ids }) => ids.length)} events read, ${sum(({ reconnects: breaks }) => breaks)} breaks, ${sum(({ resets }) => resets)} resets, ${gaps} with a gap or a double`,
  );
}
