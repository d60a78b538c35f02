import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Follower } from "../processes/Follower.ts";
import { Announcer, type Person } from "../processes/people.ts";

const lifeMs = { least: 20_000, most: 100_000 };
const storm = { everyMs: 60_000, forMs: 2_000, betweenMs: 4 };
const cutEveryMs = 300_000;

/** Pages that come, follow their customers' events for a while, and go; at times there is a lot of news, or all are cut. */
export class Listeners {
  readonly #url: string;
  readonly #databaseUrl: string;
  readonly #people: Person[];
  readonly #open = new Set<Follower>();
  readonly #over = new AbortController();
  heard = 0;

  constructor(parts: { url: string; databaseUrl: string; people: Person[] }) {
    this.#url = parts.url;
    this.#databaseUrl = parts.databaseUrl;
    this.#people = parts.people;
    // Every stream waits for the end.
    setMaxListeners(0, this.#over.signal);
  }

  async run(streams: number): Promise<void> {
    const seats = Array.from({ length: streams }, (_, nth) => this.#comeAndGo(nth));
    await Promise.all([...seats, this.#storms(), this.#cuts()]);
  }

  stop(): void {
    this.#over.abort();
    for (const follower of this.#open) follower.stop();
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#over.signal }).catch(() => undefined);
  }

  async #comeAndGo(nth: number): Promise<void> {
    for (let visit = nth; !this.#over.signal.aborted; visit += 7) {
      const { token, channel } = this.#people[visit % this.#people.length] as Person;
      const follower = new Follower(this.#url, token, channel);
      this.#open.add(follower);
      const following = follower.run();
      await this.#pause(lifeMs.least + Math.random() * (lifeMs.most - lifeMs.least));
      follower.stop();
      await following;
      this.#open.delete(follower);
      this.heard += follower.ids.length;
    }
  }

  async #storms(): Promise<void> {
    for (await this.#pause(storm.everyMs); !this.#over.signal.aborted; await this.#pause(storm.everyMs)) {
      const announcer = new Announcer(this.#databaseUrl, this.#people);
      setTimeout(() => announcer.stop(), storm.forMs);
      await announcer.run(storm.betweenMs);
    }
  }

  async #cuts(): Promise<void> {
    for (await this.#pause(cutEveryMs); !this.#over.signal.aborted; await this.#pause(cutEveryMs))
      for (const follower of this.#open) follower.cut();
  }
}
