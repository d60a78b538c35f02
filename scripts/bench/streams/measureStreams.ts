import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import { customerEventsPath, staffEventsPath } from "#contract/live.ts";
import { openShop, type Person, type Shop } from "../openShop.ts";
import { StreamClient } from "./StreamClient.ts";

const people = { customers: 1_000, agents: 20 };
const perSecond = 20;
const messages = { calm: 200, storm: 100 };
/** Within this time after the break all clients come back, each when it likes. */
const jitterMs = 1_000;
const patienceMs = 30_000;
/** How many streams begin at the same time. */
const openAtOnce = 50;

interface Crowd {
  customers: StreamClient[];
  agents: StreamClient[];
  all: StreamClient[];
}

/** Every stream at one of the servers, in turn. */
function gather(shop: Shop): Crowd {
  const client = (path: string) => (person: Person, nth: number) =>
    new StreamClient(`${shop.urls[nth % shop.urls.length]}${path}`, person.token);
  const customers = shop.customers.map(client(customerEventsPath));
  const agents = shop.agents.map(client(staffEventsPath));
  return { customers, agents, all: [...customers, ...agents] };
}

async function openAll(clients: StreamClient[]): Promise<number> {
  const begun = performance.now();
  for (let from = 0; from < clients.length; from += openAtOnce)
    await Promise.all(clients.slice(from, from + openAtOnce).map((client) => client.persist()));
  return performance.now() - begun;
}

/** Sends one message, by the customer or by an agent in turn; answers whose thread it is in and its number. */
async function send(shop: Shop, nth: number): Promise<{ userId: string; id: number }> {
  const customer = shop.customers[nth % shop.customers.length] as Person;
  const agent = shop.agents[nth % shop.agents.length] as Person;
  const isReply = nth % 2 === 1;
  const base = shop.urls[(nth >> 1) % shop.urls.length];
  const body = {
    ...(isReply && { user_id: customer.id }),
    type: "text",
    content: `${nth} ${performance.now()}`,
    client_key: `streams-${nth}`,
  };
  const { path } = isReply ? chatAdminEndpoints.send : chatEndpoints.send;
  const { token } = isReply ? agent : customer;
  return { userId: customer.id, id: await persist(`${base}${path}`, token, body) };
}

/** Sends as the app does: turned away, it sends the same again. Answers the message's number. */
async function persist(url: string, token: string, body: object): Promise<number> {
  for (;;) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    // A server that is overrun refuses connections, which is an answer as well.
    const response = await fetch(url, sent).catch(() => null);
    if (response?.status === 200) return ((await response.json()) as { data: { id: number } }).data.id;
    if (response !== null && response.status !== 503)
      throw new Error(`a message was answered ${response.status}`);
    await sleep(500 * Math.random());
  }
}

/** Sends at a steady pace whether answers come or not. */
async function traffic(shop: Shop, first: number, count: number) {
  const under: Promise<{ userId: string; id: number }>[] = [];
  const begun = performance.now();
  for (let nth = 0; nth < count; nth++) {
    await sleep(Math.max(0, begun + (nth * 1_000) / perSecond - performance.now()));
    under.push(send(shop, first + nth));
  }
  return await Promise.all(under);
}

async function until(isDone: () => boolean): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (!isDone() && performance.now() < end) await sleep(50);
  return isDone();
}

function isRising(ids: number[]): boolean {
  return ids.every((id, nth) => nth === 0 || id > (ids[nth - 1] ?? 0));
}

/** Faults of delivery: what somebody has not heard, heard twice, or heard in another order than the thread's. */
function faultsOf(shop: Shop, crowd: Crowd, sent: { userId: string; id: number }[]): number {
  const threads = new Map<string, number[]>();
  for (const { userId, id } of sent) threads.set(userId, [...(threads.get(userId) ?? []), id]);
  const isWhole = (heard: number[], userId: string) => {
    const wanted = threads.get(userId) ?? [];
    return isRising(heard) && heard.length === wanted.length && wanted.every((id) => heard.includes(id));
  };
  const ofCustomers = crowd.customers.filter(
    ({ heard }, nth) =>
      !isWhole(
        heard.map(({ id }) => id),
        (shop.customers[nth] as Person).id,
      ),
  ).length;
  const ofAgents = crowd.agents.flatMap(({ heard }) =>
    [...threads.keys()].filter(
      (userId) =>
        !isWhole(
          heard.filter((one) => one.userId === userId).map(({ id }) => id),
          userId,
        ),
    ),
  ).length;
  return ofCustomers + ofAgents;
}

function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function everythingIsHeard(crowd: Crowd, count: number): boolean {
  const byCustomers = crowd.customers.reduce((sum, { heard }) => sum + heard.length, 0);
  return byCustomers >= count && crowd.agents.every(({ heard }) => heard.length >= count);
}

/** All connections break at once while people go on writing; answers how long until the last one is back. */
async function storm(shop: Shop, crowd: Crowd, from: number) {
  const sending = traffic(shop, from, messages.storm);
  await sleep(500);
  const begun = performance.now();
  for (const client of crowd.all) client.cut();
  const refusals = await Promise.all(
    crowd.all.map(async (client) => {
      await sleep(Math.random() * jitterMs);
      return await client.persist();
    }),
  );
  const backMs = performance.now() - begun;
  return { backMs, refusals: refusals.reduce((sum, one) => sum + one, 0), sent: await sending };
}

async function lineFor(servers: number, log: (line: string) => void): Promise<string> {
  const shop = await openShop({ servers, ...people });
  const crowd = gather(shop);
  try {
    const before = shop.memoryMb();
    const openMs = await openAll(crowd.all);
    log(`${servers} servers: ${crowd.all.length} streams are open`);
    const open = shop.memoryMb();
    const sent = await traffic(shop, 0, messages.calm);
    await until(() => everythingIsHeard(crowd, sent.length));
    log(`${servers} servers: ${sent.length} messages were sent and heard`);
    const calm = crowd.all.flatMap(({ heard }) => heard.map(({ ms }) => ms));
    const { backMs, refusals, sent: more } = await storm(shop, crowd, messages.calm);
    const all = [...sent, ...more];
    await until(() => everythingIsHeard(crowd, all.length));
    const cells = [
      servers,
      `${(openMs / 1000).toFixed(1)} s`,
      `${all.length} → ${calm.length + more.length * (1 + people.agents)}`,
      faultsOf(shop, crowd, all),
      `${percentile(calm, 0.5).toFixed(0)} ms`,
      `${percentile(calm, 0.99).toFixed(0)} ms`,
      `${(backMs / 1000).toFixed(1)} s (${refusals})`,
      [before, open, shop.memoryMb()].map((mb) => mb.toFixed(0)).join(" → "),
    ];
    return `| ${cells.join(" | ")} |`;
  } finally {
    for (const client of crowd.all) client.cut();
    await shop.close();
  }
}

/** Holds a thousand customers and twenty agents on live streams, at one server and at two over one database. */
export async function measureStreams(log: (line: string) => void): Promise<string> {
  const lines = [await lineFor(1, log), await lineFor(2, log)];
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}: ${people.customers} streams of customers and ${people.agents} of agents, ${perSecond} messages a second, half of them by agents; ${os.cpus().length} cores shared with the clients, Node ${process.version}. Each message goes to its customer and to all agents. In the storm all connections break at once while ${messages.storm} of the messages are sent, and come back within ${jitterMs / 1000} s at random.`,
    "",
    "| servers | all open in | messages → deliveries | lost, doubled or out of order | p50 | p99 | after the storm all back in (turned away) | memory of the servers, MB: idle → open → end |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
