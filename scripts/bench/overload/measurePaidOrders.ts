import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type ExpectedState, SimulatedCustomer } from "../../chaos/SimulatedCustomer.ts";
import { type Installation, processTree } from "../../lib/Installation.ts";

/** As many as text messages to one network allow at once. */
const customers = 8;
const warmUpMs = 3_000;
const measuredMs = 10_000;
/** Processor time in /proc is given in ticks of 10 ms. */
const tickMs = 10;

/** Programs by what their command line contains. */
const programs: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["server", /dist\/server\/main\.js/],
  ["database", /postgres/],
  ["WeChat Pay (simulated)", /dist\/server\/sandbox\.js/],
];

/** Returns the processor time of each program since its start, in ms; "load" is this process. */
function readProcessorTimes(): Map<string, number> {
  const { user, system } = process.cpuUsage();
  const times = new Map([["load", (user + system) / 1_000]]);
  for (const pid of processTree(process.pid)) {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
    const [name] = programs.find(([, pattern]) => pattern.test(read("cmdline"))) ?? [];
    if (name === undefined) continue;
    const stat = read("stat");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ms = (Number(fields[11]) + Number(fields[12])) * tickMs;
    times.set(name, (times.get(name) ?? 0) + ms);
  }
  return times;
}

/** Fills up the stock of the demo's limited dishes, so that it lasts. */
async function fillStock(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update store_dishes set stock = 1000000 where stock is not null");
  await client.end();
}

/**
 * Measures how many orders a second are quoted, placed, paid with WeChat Pay and known as paid by customers who never pause,
 * and the processor time that one takes; returns it as a sentence.
 */
export async function measurePaidOrders(installation: Installation): Promise<string> {
  const expected: ExpectedState = { orders: new Map(), paid: new Set(), calls: 0, failures: 0 };
  const abort = new AbortController();
  const people = Array.from(
    { length: customers },
    () => new SimulatedCustomer(installation, expected, abort.signal),
  );
  await fillStock(installation.databaseUrl);
  for (const [nth, customer] of people.entries()) await customer.login(`1370000000${nth}`);
  const running = Promise.all(people.map((customer) => customer.run()));
  // A rejected request of a customer ends the run with its error.
  await Promise.race([running, sleep(warmUpMs)]);
  const [paidBefore, timesBefore] = [expected.paid.size, readProcessorTimes()];
  await Promise.race([running, sleep(measuredMs)]);
  const [paid, times] = [expected.paid.size - paidBefore, readProcessorTimes()];
  abort.abort();
  await running;
  const shares = Array.from(times, ([name, ms]) => {
    const used = (ms - (timesBefore.get(name) ?? 0)) / paid;
    return `${name} ${used.toFixed(1)}`;
  });
  return `${(paid / (measuredMs / 1_000)).toFixed(0)} orders a second are quoted, placed, paid with WeChat Pay and known as paid, from ${customers} customers who never pause (${expected.failures} calls failed). Processor time of one, in ms: ${shares.join(", ")}.`;
}
