import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/Database.ts";
import { notifyChannel } from "./channels.ts";
import type { EventNotifier, EventNotifierHandlers } from "./EventNotifier.ts";
import { PgListener } from "./PgListener.ts";

const heartbeatMs = 10_000;

/** Notifies by PostgreSQL, which sends the NOTIFY of each transaction to every process. */
export class PostgresEventNotifier implements EventNotifier {
  readonly #options: { database: Database; log: FastifyBaseLogger };
  #listener: PgListener | null = null;

  constructor(options: { database: Database; log: FastifyBaseLogger }) {
    this.#options = options;
  }

  start(handlers: EventNotifierHandlers): void {
    if (this.#listener !== null) return;
    const { database, log } = this.#options;
    this.#listener = new PgListener({
      channel: notifyChannel,
      heartbeatMs,
      connect: () => database.createListenClient("shidan-events"),
      onNotification: handlers.onNotification,
      onReady: handlers.onReady,
      onDisconnect: (error) => log.warn({ err: error }, "not listening for events, only polling"),
    });
    this.#listener.start();
  }

  async stop(): Promise<void> {
    await this.#listener?.stop();
  }

  subscribe(): void {
    // Every process is notified of every channel.
  }

  unsubscribe(): void {
    // As above.
  }
}
