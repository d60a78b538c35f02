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
const orderPauseMs = 300;
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
    const troubles = await fleet.proxy.troubles();
    report.lines.push(`what nginx met and, where it may, asked the other process: ${troubles.join(", ")}`);
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
  const working = [
    crowd.run(perSecond),
    announcer.run(announceMs),
    ...buyers.map((one) => one.shop(orderPauseMs)),
  ];
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

async function faults(run: Run): Promise<void> {
  await sleep(calmMs);
  blame("before anything happened", run.crowd.failures, run.report);
  await killOne(run);
  await sleep(calmMs / 2);
  for (const nth of [1, 0]) await restartOne(run, nth);
}

async function killOne({ fleet, crowd, report }: Run): Promise<void> {
  const killedAt = performance.now();
  await fleet.kill(0);
  const goneAt = performance.now();
  await sleep(calmMs / 2);
  const upMs = await fleet.start(0);
  await fleet.allReady();
  const hit = crowd.failures.filter(({ at }) => at >= killedAt);
  const isOnIt = ({ sentAt, backends }: Failure) =>
    sentAt <= goneAt && backends.includes(`:${fleet.ports[0]}`);
  report.lines.push(
    `kill -9 of one process: ${hit.length} requests failed, ${hit.filter(isOnIt).length} of them sent before and in flight on it; serving again ${Math.round(upMs)} ms after its start`,
  );
  blame(
    "though they were not in flight on the killed process",
    hit.filter((one) => !isOnIt(one)),
    report,
  );
}

async function restartOne({ fleet, crowd, book, report }: Run, nth: number): Promise<void> {
  const [termAt, lost, sent] = [performance.now(), book.failures, crowd.sent];
  const { code, ms } = await fleet.terminate(nth);
  await sleep(calmMs / 4);
  await fleet.start(nth);
  await fleet.allReady();
  await sleep(calmMs / 4);
  const failed = crowd.failures.filter(({ at }) => at >= termAt);
  report.lines.push(
    `SIGTERM of process ${nth + 1}, twice: ended with ${code} after ${Math.round(ms)} ms; of ${crowd.sent - sent} requests until it served again ${failed.length} failed, ${book.failures - lost} of shoppers`,
  );
  if (code !== 0) report.problems.push(`the process ended with ${code}`);
  if (book.failures > lost) report.problems.push(`${book.failures - lost} calls of shoppers failed`);
  blame("while one stopped and started", failed, report);
}

function blame(when: string, failures: Failure[], report: ProcessReport): void {
  if (failures.length === 0) return;
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
  report.problems.push(...(await lostWords(fleet.databaseUrl, crowd)));
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
    `${sent} requests (p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms), ${crowd.names.size} customers' names, ${crowd.messages.size} messages, ${book.orders.size} orders and ${book.paid.size} payments of shoppers were acknowledged`,
    `${followers.length} streams: ${sum(({ ids }) => ids.length)} events read, ${sum(({ breaks }) => breaks)} breaks, ${sum(({ resets }) => resets)} resets, ${gaps} with a gap or a double`,
  );
}

/** What was acknowledged and is not in the database. */
async function lostWords(databaseUrl: string, { names, messages }: Crowd): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const kept = await client.query<{ id: string; nickname: string }>(
    "select id, nickname from users where id like 'crowd-%'",
  );
  const said = await client.query<{ id: string; key: string }>(
    "select user_id as id, client_key as key from chat_messages where client_key like 'crowd-message-%'",
  );
  await client.end();
  const nameOf = new Map(kept.rows.map(({ id, nickname }) => [id, Number(nickname.slice(1))]));
  const saidBy = new Map(said.rows.map(({ id, key }) => [key, id]));
  return [
    ...[...names]
      .filter(([id, nth]) => (nameOf.get(id) ?? -1) < nth)
      .map(([id, nth]) => `the acknowledged name n${nth} of ${id} is gone`),
    ...[...messages]
      .filter(([key, id]) => saidBy.get(key) !== id)
      .map(([key]) => `the acknowledged ${key} is gone`),
  ];
}
