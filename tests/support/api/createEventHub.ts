import { EventHub } from "#server/platform/events/EventHub.ts";
import { PostgresEventNotifier } from "#server/platform/events/PostgresEventNotifier.ts";
import { RedisEventNotifier } from "#server/platform/events/RedisEventNotifier.ts";
import { RedisConnection } from "#server/platform/redis/RedisConnection.ts";
import { TokenService } from "#server/platform/security/TokenService.ts";
import type { TestApp } from "./testApp.ts";

/** Creates an event hub of a test's own, as a further process of the app has one; `close` ends it. */
export async function createEventHub(
  app: TestApp,
  config = app.config,
): Promise<{ hub: EventHub; close: () => Promise<void> }> {
  const { database, server } = app;
  const { log } = server;
  const redis = config.redisUrl === null ? null : new RedisConnection({ url: config.redisUrl, log });
  await redis?.connect();
  const eventNotifier =
    redis === null ? new PostgresEventNotifier({ database, log }) : new RedisEventNotifier({ redis, log });
  const hub = new EventHub({ ...app, config, log, tokens: new TokenService(app), eventNotifier });
  const close = async () => {
    await hub.close();
    await redis?.close();
  };
  return { hub, close };
}
