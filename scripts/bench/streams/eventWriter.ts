import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { Database } from "#server/platform/database/Database.ts";
import { userChannel } from "#server/platform/events/channels.ts";
import { publish } from "#server/platform/events/outbox.ts";
import { RedisEventNotifier } from "#server/platform/events/RedisEventNotifier.ts";
import { RedisConnection } from "#server/platform/redis/RedisConnection.ts";

/** A step: events to write, in turn to each of the customers. */
export interface WriterStep {
  first: number;
  count: number;
  perSecond: number;
  customerIds: string[];
  /** Time at which the reader's clock (`performance.now`) began, in ms since 1970. */
  timeOrigin: number;
}

const maxWaitMs = 60_000;
const [databaseUrl = "", redisUrl = ""] = process.argv.slice(2);
const database = new Database(databaseUrl, { size: 16, waitMs: maxWaitMs, onIdleError: () => undefined });
if (redisUrl !== "") {
  const { log } = Fastify();
  const redis = new RedisConnection({ url: redisUrl, log });
  await redis.connect();
  const notifier = new RedisEventNotifier({ redis, log });
  database.publishChannelsBy((channels) => notifier.publish(channels));
}

/** Writes one event in a transaction of its own; it carries the time at which it was due, by the reader's clock. */
async function writeEvent(nth: number, userId: string, dueAt: number): Promise<void> {
  const payload = { id: nth, user_id: userId, content: `${nth} ${dueAt}` };
  await database.transaction(async (tx) =>
    publish(tx, { channel: userChannel(userId), type: "message", payload, createdAt: new Date() }),
  );
}

/** Writes at a fixed rate, however long each event takes. */
async function runStep({ first, count, perSecond, customerIds, timeOrigin }: WriterStep): Promise<void> {
  const now = () => performance.timeOrigin + performance.now() - timeOrigin;
  const startedAt = now();
  const writes: Promise<void>[] = [];
  for (let nth = 0; nth < count; nth++) {
    const dueAt = startedAt + (nth * 1_000) / perSecond;
    if (dueAt > now()) await sleep(dueAt - now());
    writes.push(writeEvent(first + nth, customerIds[nth % customerIds.length] ?? "", dueAt));
  }
  await Promise.all(writes);
}

process.on("message", (step: WriterStep) => {
  void runStep(step).then(() => process.send?.("done"));
});
process.send?.("ready");
