import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { EventPublisher, type LoadCustomer } from "../processes/customers.ts";
import { EventStreamClient } from "../processes/EventStreamClient.ts";

const connectionMs = { least: 20_000, most: 100_000 };
const burst = { everyMs: 60_000, forMs: 2_000, betweenMs: 4 };
const disconnectEveryMs = 300_000;

/**
 * Clients that connect, follow their customers' events for a while, and leave; occasionally there is a burst
 * of events, or all are cut.
 */
export class StreamLoad {
  readonly #url: string;
  readonly #databaseUrl: string;
  readonly #customers: LoadCustomer[];
  readonly #open = new Set<EventStreamClient>();
  readonly #abort = new AbortController();
  eventCount = 0;

  constructor(options: { url: string; databaseUrl: string; people: LoadCustomer[] }) {
    this.#url = options.url;
    this.#databaseUrl = options.databaseUrl;
    this.#customers = options.people;
    // Every stream listens on the abort signal.
    setMaxListeners(0, this.#abort.signal);
  }

  async run(streams: number): Promise<void> {
    const clients = Array.from({ length: streams }, (_, nth) => this.#runClient(nth));
    await Promise.all([...clients, this.#publishBursts(), this.#disconnectAll()]);
  }

  stop(): void {
    this.#abort.abort();
    for (const client of this.#open) client.stop();
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#abort.signal }).catch(() => undefined);
  }

  async #runClient(nth: number): Promise<void> {
    for (let nextIndex = nth; !this.#abort.signal.aborted; nextIndex += 7) {
      const { token, channel } = this.#customers[nextIndex % this.#customers.length] as LoadCustomer;
      const client = new EventStreamClient(this.#url, token, channel);
      this.#open.add(client);
      const following = client.run();
      await this.#pause(connectionMs.least + Math.random() * (connectionMs.most - connectionMs.least));
      client.stop();
      await following;
      this.#open.delete(client);
      this.eventCount += client.ids.length;
    }
  }

  async #publishBursts(): Promise<void> {
    for (await this.#pause(burst.everyMs); !this.#abort.signal.aborted; await this.#pause(burst.everyMs)) {
      const publisher = new EventPublisher(this.#databaseUrl, this.#customers);
      setTimeout(() => publisher.stop(), burst.forMs);
      await publisher.run(burst.betweenMs);
    }
  }

  async #disconnectAll(): Promise<void> {
    for (
      await this.#pause(disconnectEveryMs);
      !this.#abort.signal.aborted;
      await this.#pause(disconnectEveryMs)
    )
      for (const client of this.#open) client.disconnect();
  }
}
