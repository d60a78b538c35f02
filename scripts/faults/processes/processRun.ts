import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { auditBooks, missingMoney, readStock } from "../auditBooks.ts";
import { type Book, Shopper } from "../shoppers.ts";
import { Crowd, type Failure } from "./Crowd.ts";
import { Fleet } from "./Fleet.ts";
import { Follower } from "./Follower.ts";
import { Announcer, eventsOf, makePeople, type Person } from "./people.ts";

const calmMs = 8_000;
const streamsEach = 5;
const shoppers = 3;
const settleMs = 30_000;
const openMs = 60_000;
const announceMs = 50;

/** What a run saw; `problems` is empty when everything held. */
export interface ProcessReport {
  lines: string[];
  problems: string[];
}

interface Run {
  fleet: Fleet;
  people: Person[];
  crowd: Crowd;
  followers: Follower[];
  book: Book;
  report: ProcessReport;
}

function quantile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** Two processes under load and streams: one is killed, later the other is asked to stop and started again. */
export async function runProcesses(perSecond: number, streams: number): Promise<ProcessReport> {
  const report: ProcessReport = { lines: [], problems: [] };
  const fleet = await Fleet.open(2);
  const over = new AbortController();
  try {
    await fleet.start(0);
    await fleet.start(1);
    await fleet.allReady();
    const people = await makePeople(fleet.databaseUrl, Math.ceil(streams / streamsEach));
    const stock = await readStock(fleet.databaseUrl, "SH001");
    const run: Run = {
      fleet,
      people,
      crowd: new Crowd(fleet.url, people),
      followers: Array.from({ length: streams }, (_, nth) => {
        const { token, channel } = people[nth % people.length] as Person;
        return new Follower(fleet.url, token, channel);
      }),
      book: { orders: new Map(), paid: new Set(), calls: 0, failures: 0 },
      report,
    };
    await underLoad(run, perSecond, over);
    await holdAgainst(run, stock);
  } finally {
    over.abort();
    await fleet.close();
  }
  return report;
}

async function underLoad(run: Run, perSecond: number, over: AbortController): Promise<void> {
  const { fleet, crowd, followers, people, book } = run;
  const buyers = Array.from({ length: shoppers }, () => new Shopper(fleet, book, over.signal));
  for (const [nth, shopper] of buyers.entries()) await shopper.login(`1370000010${nth}`);
  const following = followers.map((follower) => follower.run());
  const until = performance.now() + openMs;
  while (followers.some(({ begin }) => begin === null) && performance.now() < until) await sleep(100);
  const announcer = new Announcer(fleet.databaseUrl, people);
  const working = [crowd.run(perSecond), announcer.run(announceMs), ...buyers.map((one) => one.shop())];
  try {
    await faults(run);
  } finally {
    over.abort();
    crowd.stop();
    announcer.stop();
    await Promise.all(working);
    await caughtUp(run);
    for (const follower of followers) follower.stop();
    await Promise.all(following);
  }
}

async function faults({ fleet, crowd, report }: Run): Promise<void> {
  await sleep(calmMs);
  blame("before anything happened", crowd.failures, 0, report);
  const [first, second] = fleet.proxy.backends;
  const killedAt = performance.now();
  const inFlight = first?.inFlight.size ?? 0;
  await fleet.kill(0);
  await sleep(calmMs / 2);
  const upMs = await fleet.start(0);
  await fleet.allReady();
  const hit = crowd.failures.filter(({ at }) => at >= killedAt);
  const later = hit.filter(({ sentAt }) => sentAt > killedAt);
  report.lines.push(
    `kill -9 of one process: ${inFlight} requests in flight on it, ${hit.length} failed, ${later.length} of them sent later; serving again ${Math.round(upMs)} ms after its start`,
  );
  if (hit.length > inFlight)
    report.problems.push(`${hit.length} requests failed, ${inFlight} were in flight`);
  blame("after the kill", later, 0, report);
  await sleep(calmMs / 2);
  const termAt = performance.now();
  const { code, ms } = await fleet.terminate(1);
  await sleep(calmMs / 4);
  await fleet.start(1);
  await fleet.allReady();
  await sleep(calmMs / 2);
  const failed = crowd.failures.filter(({ at }) => at >= termAt);
  report.lines.push(
    `SIGTERM of the other, twice: ended with ${code} after ${Math.round(ms)} ms, ${failed.length} requests failed`,
  );
  if (code !== 0) report.problems.push(`the process ended with ${code}`);
  blame("while one stopped and started", failed, 0, report);
  report.lines.push(`answered by the two: ${first?.served} and ${second?.served}`);
}

function blame(when: string, failures: Failure[], most: number, report: ProcessReport): void {
  if (failures.length <= most) return;
  const told = [...new Set(failures.map(({ what }) => what))].slice(0, 5).join("; ");
  report.problems.push(`${failures.length} requests failed ${when}: ${told}`);
}

/** Waits until every stream has read what there is. */
async function caughtUp({ fleet, followers }: Run): Promise<void> {
  const events = await eventsOf(fleet.databaseUrl);
  const isDone = ({ channel, ids }: Follower) => (ids.at(-1) ?? 0) >= (events.get(channel)?.at(-1) ?? 0);
  const until = performance.now() + settleMs;
  while (!followers.every(isDone) && performance.now() < until) await sleep(200);
}

async function holdAgainst(run: Run, stock: Map<string, number>): Promise<void> {
  const { fleet, crowd, followers, book, report } = run;
  const names = await namesOf(fleet.databaseUrl);
  for (const [id, nth] of crowd.acknowledged)
    if ((names.get(id) ?? -1) < nth) report.problems.push(`the acknowledged name n${nth} of ${id} is gone`);
  report.problems.push(...(await auditBooks(fleet.databaseUrl, book, stock)));
  const until = performance.now() + settleMs;
  let missing = await missingMoney(fleet.databaseUrl, book);
  while (missing.length > 0 && performance.now() < until) {
    await sleep(500);
    missing = await missingMoney(fleet.databaseUrl, book);
  }
  report.problems.push(...missing.map((trade) => `the money of trade ${trade} is lost`));
  const events = await eventsOf(fleet.databaseUrl);
  let gaps = 0;
  for (const { channel, ids, begin } of followers) {
    const due = (events.get(channel) ?? []).filter((id) => begin !== null && id > begin);
    if (JSON.stringify(due) !== JSON.stringify(ids)) gaps += 1;
  }
  const sum = (pick: (one: Follower) => number) => followers.reduce((all, one) => all + pick(one), 0);
  if (gaps > 0) report.problems.push(`${gaps} streams have a gap or a double`);
  const { times, sent } = crowd;
  report.lines.push(
    `${sent} requests (p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms), ${crowd.acknowledged.size} customers' acknowledged names, ${book.orders.size} orders and ${book.paid.size} payments of shoppers: all there`,
    `${followers.length} streams: ${sum(({ ids }) => ids.length)} events read, ${sum(({ breaks }) => breaks)} breaks, ${sum(({ resets }) => resets)} resets, ${gaps} with a gap or a double`,
  );
}

async function namesOf(databaseUrl: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string; nickname: string }>(
    "select id, nickname from users where id like 'crowd-%'",
  );
  await client.end();
  return new Map(rows.map(({ id, nickname }) => [id, Number(nickname.slice(1))]));
}
