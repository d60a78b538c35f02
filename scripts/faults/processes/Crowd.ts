import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Person } from "./people.ts";

/** A request that did not end well. */
export interface Failure {
  /** Milliseconds of performance.now() at which it was sent and at which it failed. */
  sentAt: number;
  at: number;
  what: string;
}

const store = "SH001";
const reads = [
  `/api/v1/menu/items?restaurant_id=${store}`,
  `/api/v1/takeaway-menu/items?restaurant_id=${store}&category_id=1`,
  "/api/v1/restaurant/list?lat=31.19&lng=121.43",
  `/api/v1/restaurant/detail?id=${store}`,
  "/api/v1/order/list",
  "/api/v1/address/list",
];

/** Sends so many requests a second, answered or not; every fifth writes a name that has to be there at the end. */
export class Crowd {
  readonly failures: Failure[] = [];
  readonly times: number[] = [];
  sent = 0;
  /** The number of the newest name that was acknowledged, by customer. */
  readonly acknowledged = new Map<string, number>();
  readonly #url: string;
  readonly #people: Person[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });
  readonly #writing = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;

  constructor(url: string, people: Person[]) {
    this.#url = url;
    this.#people = people;
  }

  async run(perSecond: number): Promise<void> {
    const begun = performance.now();
    for (let nth = 0; !this.#isOver; nth++) {
      const dueMs = begun + (nth * 1000) / perSecond - performance.now();
      if (dueMs > 1) await sleep(dueMs);
      const one = this.#one(nth);
      this.#underWay.add(one);
      void one.finally(() => this.#underWay.delete(one));
    }
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  stop(): void {
    this.#isOver = true;
  }

  async #one(nth: number): Promise<void> {
    const person = this.#people[nth % this.#people.length] as Person;
    const isWrite = nth % 5 === 0 && !this.#writing.has(person.id);
    if (!isWrite) return await this.#send("GET", reads[nth % reads.length] as string, person);
    this.#writing.set(person.id, nth);
    try {
      await this.#send("PUT", "/api/v1/user/info", person, { nickname: `n${nth}` }, () =>
        this.acknowledged.set(person.id, nth),
      );
    } finally {
      this.#writing.delete(person.id);
    }
  }

  #send(method: string, path: string, person: Person, body?: object, onSuccess?: () => void): Promise<void> {
    this.sent += 1;
    const sentAt = performance.now();
    return new Promise((resolve) => {
      const end = (what: string | null) => {
        const at = performance.now();
        if (what === null) {
          this.times.push(at - sentAt);
          onSuccess?.();
        } else this.failures.push({ sentAt, at, what: `${method} ${path}: ${what}` });
        resolve();
      };
      const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
      const asked = request(
        `${this.#url}${path}`,
        { method, headers, agent: this.#agent, timeout: 30_000 },
        (answer) => {
          answer.resume();
          answer.once("close", () =>
            end(answer.complete && answer.statusCode === 200 ? null : `${answer.statusCode}`),
          );
        },
      );
      asked.once("timeout", () => asked.destroy(new Error("no answer in 30 s")));
      asked.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
