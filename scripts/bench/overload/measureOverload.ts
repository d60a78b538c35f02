import { mkdtemp, rm } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { LoadClient } from "../../chaos/LoadClient.ts";
import { createCustomers, type LoadCustomer } from "../../chaos/processes/customers.ts";
import { Installation } from "../../lib/Installation.ts";
import { median } from "../../lib/statistics.ts";
import { measurePaidOrders } from "./measurePaidOrders.ts";

const customers = 12_000;
/** Maximum number of unpaid orders per customer. */
const each = 3;
const capacityMs = 5_000;
const overloadMs = 10_000;
/** Enough concurrency to find the server's capacity without building a noticeable queue. */
const shoppers = 16;
const times = 3;
const menuEveryMs = 50;
const goodOrders = 10;
const maxRecoveryMs = 30_000;
const store = "SH001";
const item = { id: "10205", priceFen: 3_300 };

interface RequestSample {
  ms: number;
  status: string;
}

/** Sends pickup orders, cycling through the customers, and menu requests. */
class OrderClient {
  readonly #client: LoadClient;
  readonly #customers: LoadCustomer[];
  #nth = 0;

  constructor(caller: LoadClient, people: LoadCustomer[]) {
    this.#client = caller;
    this.#customers = people;
  }

  async order(): Promise<RequestSample> {
    const nth = this.#nth++;
    if (nth >= customers * each) throw new Error("there are too few customers for this machine");
    const { token } = this.#customers[nth % customers] as LoadCustomer;
    const body = {
      order_type: "pickup",
      restaurant_id: store,
      items: [{ id: item.id, quantity: 1 }],
      expected_total: item.priceFen,
      client_key: `overload-${nth}`,
    };
    return await timed(() =>
      this.#client.send({ method: "POST", path: orderEndpoints.create.path, token, body }),
    );
  }

  async menu(): Promise<RequestSample> {
    const address = `${menuEndpoints.items.path}?restaurant_id=${store}`;
    return await timed(() => this.#client.send({ method: "GET", path: address, accept: "application/json" }));
  }
}

async function timed(send: () => ReturnType<LoadClient["send"]>): Promise<RequestSample> {
  const startedAt = performance.now();
  const { problem } = await send();
  return { ms: performance.now() - startedAt, status: problem ?? "200" };
}

/** Measures capacity in orders per second: a few clients place orders back to back. */
async function capacityOf(client: OrderClient): Promise<number> {
  const until = performance.now() + capacityMs;
  let taken = 0;
  const run = async () => {
    while (performance.now() < until) if ((await client.order()).status === "200") taken += 1;
  };
  await Promise.all(Array.from({ length: shoppers }, run));
  return taken / (capacityMs / 1_000);
}

/** Starts work at a fixed rate per second, regardless of whether earlier work has finished. */
async function every(
  perSecond: number,
  ms: number,
  start: () => Promise<RequestSample>,
): Promise<RequestSample[]> {
  const startedAt = performance.now();
  const under: Promise<RequestSample>[] = [];
  while (performance.now() - startedAt < ms) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    while (under.length < due) under.push(start());
    await sleep(5);
  }
  return await Promise.all(under);
}

function line(name: string, shots: RequestSample[], seconds: number): string {
  const sorted = shots.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  const cells = [
    name,
    (shots.length / seconds).toFixed(0),
    at(0.5),
    at(0.99),
    Math.round(sorted.at(-1) ?? 0),
  ];
  return `| ${cells.join(" | ")} |`;
}

/**
 * Returns the seconds from the end of the overload until orders are accepted again as fast as before it: the first of ten in
 * a row, placed one after the other, none of which took more than twice `usualMs`.
 */
async function recoverySeconds(client: OrderClient, usualMs: number, endedAt: number): Promise<number> {
  let since = performance.now();
  for (let good = 0; good < goodOrders; ) {
    const { ms, status } = await client.order();
    good = status === "200" && ms <= 2 * usualMs ? good + 1 : 0;
    if (good === 0) since = performance.now();
    if (performance.now() - endedAt > maxRecoveryMs) return Number.POSITIVE_INFINITY;
  }
  return (since - endedAt) / 1_000;
}

/** Returns the median time in ms of orders that are placed one after the other. */
async function usualOrderMs(client: OrderClient): Promise<number> {
  const times: number[] = [];
  while (times.length < goodOrders) times.push((await client.order()).ms);
  return median(times);
}

/**
 * Sends orders at three times the server's capacity together with menu requests; takes about half a minute.
 */
export async function measureOverload(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-bench-"));
  const installation = await Installation.create(folder);
  const caller = new LoadClient(installation.url);
  try {
    await installation.startSandbox();
    await installation.startServer({ REQUESTS_PER_MINUTE: "10000000" });
    const client = new OrderClient(caller, await createCustomers(installation.databaseUrl, customers));
    await Promise.all(Array.from({ length: shoppers }, () => client.order()));
    const usualMs = await usualOrderMs(client);
    const capacity = await capacityOf(client);
    const endsAt = performance.now() + overloadMs;
    const [orders, menus] = await Promise.all([
      every(capacity * times, overloadMs, () => client.order()),
      every(1_000 / menuEveryMs, overloadMs, () => client.menu()),
    ]);
    const recovered = await recoverySeconds(client, usualMs, endsAt);
    // After the rest: the customers of that are written at once, when PostgreSQL must not have planned statements for a few.
    const paidOrders = await measurePaidOrders(installation);
    const seconds = overloadMs / 1_000;
    const of = (status: string) => orders.filter((shot) => shot.status === status);
    const others = orders.filter(({ status }) => status !== "200" && status !== "503");
    return [
      `Measured ${new Date().toISOString().slice(0, 10)}: ${capacity.toFixed(0)} orders a second from ${shoppers} customers who never pause; then ${times} times as many for ${seconds} s. ${os.cpus().length} cores shared with the load and the database, Node ${process.version}.`,
      "",
      "| answers | a second | median, ms | p99, ms | worst, ms |",
      "|---|---|---|---|---|",
      line("orders taken", of("200"), seconds),
      line("orders sent away (503)", of("503"), seconds),
      line("menus", menus, seconds),
      "",
      `Menus not served: ${menus.filter(({ status }) => status !== "200").length}. Other answers to orders: ${others.length}${others.length > 0 ? ` (${[...new Set(others.map(({ status }) => status))].join(", ")})` : ""}. Orders as fast as before (${usualMs.toFixed(0)} ms one after the other) ${recovered.toFixed(1)} s after the end.`,
      "",
      paidOrders,
      "",
    ].join("\n");
  } finally {
    caller.close();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
