import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { customerEventsPath, staffEventsPath } from "#contract/events.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { quantile } from "../../lib/statistics.ts";
import { type BenchCluster, type BenchUser, startBenchCluster } from "../startBenchCluster.ts";
import { StreamClient } from "./StreamClient.ts";

const people = { customers: 1_000, agents: 20 };
const perSecond = 20;
const messages = { calm: 200, storm: 100 };
/** Window in ms within which all clients reconnect after the break, each at a random time. */
const jitterMs = 1_000;
const timeoutMs = 30_000;
/** Number of streams opened concurrently. */
const openAtOnce = 50;

interface StreamGroup {
  customers: StreamClient[];
  agents: StreamClient[];
  all: StreamClient[];
}

/** Creates the streams, distributed over the servers in turn. */
function createClients(cluster: BenchCluster): StreamGroup {
  const client = (path: string) => (person: BenchUser, nth: number) =>
    new StreamClient(`${cluster.urls[nth % cluster.urls.length]}${path}`, person.token);
  const customers = cluster.customers.map(client(customerEventsPath));
  const agents = cluster.agents.map(client(staffEventsPath));
  return { customers, agents, all: [...customers, ...agents] };
}

/** Opens streams, some at a time; returns the ms until all are open. */
export async function openAll(clients: StreamClient[]): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < clients.length; from += openAtOnce)
    await Promise.all(clients.slice(from, from + openAtOnce).map((client) => client.connectWithRetry()));
  return performance.now() - startedAt;
}

/**
 * Sends one message, alternating between customer and agent; returns the conversation's user and the message
 * id.
 */
async function send(cluster: BenchCluster, nth: number): Promise<{ userId: string; id: number }> {
  const customer = cluster.customers[nth % cluster.customers.length] as BenchUser;
  const agent = cluster.agents[nth % cluster.agents.length] as BenchUser;
  const isReply = nth % 2 === 1;
  const base = cluster.urls[(nth >> 1) % cluster.urls.length];
  const body = {
    ...(isReply && { user_id: customer.id }),
    type: "text",
    content: `${nth} ${performance.now()}`,
    client_key: `streams-${nth}`,
  };
  const { path } = isReply ? staffChatEndpoints.send : chatEndpoints.send;
  const { token } = isReply ? agent : customer;
  return { userId: customer.id, id: await sendWithRetry(`${base}${path}`, token, body) };
}

/** Sends a message as the app does, retrying the same request when rejected. Returns the message id. */
async function sendWithRetry(url: string, token: string, body: object): Promise<number> {
  for (;;) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    // An overloaded server refuses connections, which counts as a rejection.
    const response = await fetch(url, sent).catch(() => null);
    if (response?.status === 200) return ((await response.json()) as { data: { id: number } }).data.id;
    if (response !== null && response.status !== 503)
      throw new Error(`a message was answered ${response.status}`);
    await sleep(500 * Math.random());
  }
}

/** Sends at a fixed rate, regardless of responses. */
async function sendMessages(cluster: BenchCluster, first: number, count: number) {
  const pending: Promise<{ userId: string; id: number }>[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth < count; nth++) {
    await sleep(Math.max(0, startedAt + (nth * 1_000) / perSecond - performance.now()));
    pending.push(send(cluster, first + nth));
  }
  return await Promise.all(pending);
}

/** Waits for a condition, at most for the time-out; returns whether it came true. */
export async function waitUntil(isDone: () => boolean): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!isDone() && performance.now() < end) await sleep(50);
  return isDone();
}

function isAscending(ids: number[]): boolean {
  return ids.every((id, nth) => nth === 0 || id > (ids[nth - 1] ?? 0));
}

/** Counts delivery faults: messages that are missing, duplicated, or out of the conversation's order. */
function countDeliveryFaults(
  cluster: BenchCluster,
  group: StreamGroup,
  sent: { userId: string; id: number }[],
): number {
  const conversations = new Map<string, number[]>();
  for (const { userId, id } of sent) conversations.set(userId, [...(conversations.get(userId) ?? []), id]);
  const isComplete = (received: number[], userId: string) => {
    const wanted = conversations.get(userId) ?? [];
    return (
      isAscending(received) &&
      received.length === wanted.length &&
      wanted.every((id) => received.includes(id))
    );
  };
  const ofCustomers = group.customers.filter(
    ({ received }, nth) =>
      !isComplete(
        received.map(({ id }) => id),
        (cluster.customers[nth] as BenchUser).id,
      ),
  ).length;
  const ofAgents = group.agents.flatMap(({ received }) =>
    [...conversations.keys()].filter(
      (userId) =>
        !isComplete(
          received.filter((item) => item.userId === userId).map(({ id }) => id),
          userId,
        ),
    ),
  ).length;
  return ofCustomers + ofAgents;
}

function isAllReceived(group: StreamGroup, count: number): boolean {
  const byCustomers = group.customers.reduce((sum, { received }) => sum + received.length, 0);
  return byCustomers >= count && group.agents.every(({ received }) => received.length >= count);
}

/** Breaks all connections at once while messages continue; returns the ms until the last client is back. */
async function reconnectStorm(cluster: BenchCluster, group: StreamGroup, from: number) {
  const sending = sendMessages(cluster, from, messages.storm);
  await sleep(500);
  const startedAt = performance.now();
  for (const client of group.all) client.disconnect();
  const refusals = await Promise.all(
    group.all.map(async (client) => {
      await sleep(Math.random() * jitterMs);
      return await client.connectWithRetry();
    }),
  );
  const backMs = performance.now() - startedAt;
  return { backMs, refusals: refusals.reduce((sum, item) => sum + item, 0), sent: await sending };
}

async function measureRow(servers: number, log: (line: string) => void): Promise<string> {
  const cluster = await startBenchCluster({ servers, ...people });
  const group = createClients(cluster);
  try {
    const before = cluster.memoryMb();
    const openMs = await openAll(group.all);
    log(`${servers} servers: ${group.all.length} streams are open`);
    const open = cluster.memoryMb();
    const sent = await sendMessages(cluster, 0, messages.calm);
    await waitUntil(() => isAllReceived(group, sent.length));
    log(`${servers} servers: ${sent.length} messages were sent and heard`);
    const calm = group.all.flatMap(({ received }) => received.map(({ ms }) => ms));
    const { backMs, refusals, sent: more } = await reconnectStorm(cluster, group, messages.calm);
    const all = [...sent, ...more];
    await waitUntil(() => isAllReceived(group, all.length));
    const cells = [
      servers,
      `${(openMs / 1000).toFixed(1)} s`,
      `${all.length} → ${calm.length + more.length * (1 + people.agents)}`,
      countDeliveryFaults(cluster, group, all),
      `${quantile(calm, 0.5).toFixed(0)} ms`,
      `${quantile(calm, 0.99).toFixed(0)} ms`,
      `${(backMs / 1000).toFixed(1)} s (${refusals})`,
      [before, open, cluster.memoryMb()].map((mb) => mb.toFixed(0)).join(" → "),
    ];
    return `| ${cells.join(" | ")} |`;
  } finally {
    for (const client of group.all) client.disconnect();
    await cluster.close();
  }
}

/**
 * Measures a thousand customers and twenty agents on live streams, at one server and at two sharing a
 * database.
 */
export async function measureStreams(log: (line: string) => void): Promise<string> {
  const lines = [await measureRow(1, log), await measureRow(2, log)];
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}: ${people.customers} streams of customers and ${people.agents} of agents, ${perSecond} messages a second, half of them by agents; ${os.cpus().length} cores shared with the clients, Node ${process.version}. Each message goes to its customer and to all agents. In the storm all connections break at once while ${messages.storm} of the messages are sent, and come back within ${jitterMs / 1000} s at random.`,
    "",
    "| servers | all open in | messages → deliveries | lost, doubled or out of order | p50 | p99 | after the storm all back in (turned away) | memory of the servers, MB: idle → open → end |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
