import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { listEvents } from "./customers.ts";
import type { EventStreamClient } from "./EventStreamClient.ts";
import type { LoadGenerator } from "./LoadGenerator.ts";

const settleMs = 30_000;

/** Waits until every stream has read all events, at most 30 s; what is missing then stays missing. */
export async function waitUntilCaughtUp(databaseUrl: string, streams: EventStreamClient[]): Promise<void> {
  const events = await listEvents(databaseUrl);
  const isDone = ({ channel, ids }: EventStreamClient) =>
    (ids.at(-1) ?? 0) >= (events.get(channel)?.at(-1) ?? 0);
  const deadline = performance.now() + settleMs;
  while (!streams.every(isDone) && performance.now() < deadline) await sleep(200);
}

/** Counts the streams that read not exactly the events since their start, each once and in order. */
export async function countIncompleteStreams(
  databaseUrl: string,
  streams: EventStreamClient[],
): Promise<number> {
  const events = await listEvents(databaseUrl);
  return streams.filter(({ channel, ids, startId }) => {
    const due = (events.get(channel) ?? []).filter((id) => startId !== null && id > startId);
    return JSON.stringify(due) !== JSON.stringify(ids);
  }).length;
}

/** Describes the requests that were answered with 500, if there are any. */
export function findInternalErrors(senders: { internalErrors: readonly string[] }[]): string[] {
  const all = senders.flatMap(({ internalErrors }) => internalErrors);
  const first = [...new Set(all)].slice(0, 5).join("; ");
  return all.length > 0 ? [`${all.length} requests were answered with 500: ${first}`] : [];
}

/** Lists acknowledged writes that are missing in the database. */
export async function findLostWrites(
  databaseUrl: string,
  { names, messages }: LoadGenerator,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const storedUsers = await client.query<{ id: string; nickname: string }>(
    "select id, nickname from users where id like 'crowd-%'",
  );
  const storedMessages = await client.query<{ id: string; key: string }>(
    "select user_id as id, client_key as key from chat_messages where client_key like 'crowd-message-%'",
  );
  await client.end();
  const nameById = new Map(storedUsers.rows.map(({ id, nickname }) => [id, Number(nickname.slice(1))]));
  const senderByKey = new Map(storedMessages.rows.map(({ id, key }) => [key, id]));
  return [
    ...[...names]
      .filter(([id, nth]) => (nameById.get(id) ?? -1) < nth)
      .map(([id, nth]) => `the acknowledged name n${nth} of ${id} is gone`),
    ...[...messages]
      .filter(([key, id]) => senderByKey.get(key) !== id)
      .map(([key]) => `the acknowledged ${key} is gone`),
  ];
}
