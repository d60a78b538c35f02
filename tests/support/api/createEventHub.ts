import { EventHub } from "#server/platform/events/EventHub.ts";
import { PostgresEventNotifier } from "#server/platform/events/PostgresEventNotifier.ts";
import { TokenService } from "#server/platform/security/TokenService.ts";
import type { TestApp } from "./testApp.ts";

/** Creates an event hub of a test's own, as a further process of the app has one; `close` ends it. */
export async function createEventHub(
  app: TestApp,
  config = app.config,
): Promise<{ hub: EventHub; close: () => Promise<void> }> {
  const { database, server } = app;
  const { log } = server;
  const eventNotifier = new PostgresEventNotifier({ database, log });
  const hub = new EventHub({ ...app, config, log, tokens: new TokenService(app), eventNotifier });
  return { hub, close: () => hub.close() };
}
