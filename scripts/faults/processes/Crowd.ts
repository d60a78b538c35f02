import { setTimeout as sleep } from "node:timers/promises";
import { type Ask, Caller } from "../Caller.ts";
import type { Person } from "./people.ts";

/** A request that did not end well. */
export interface Failure {
  /** Milliseconds of performance.now() at which it was sent and at which it failed. */
  sentAt: number;
  at: number;
  what: string;
  /** Which processes the proxy asked, as far as it told. */
  backends: string;
}

interface Errand extends Ask {
  person: Person;
  onSuccess?: () => void;
}

const store = "SH001";
const reads = [
  `/api/v1/menu/items?restaurant_id=${store}`,
  `/api/v1/takeaway-menu/items?restaurant_id=${store}&category_id=1`,
  "/api/v1/restaurant/list?lat=31.19&lng=121.43",
  `/api/v1/restaurant/detail?id=${store}`,
  "/api/v1/order/list",
  "/api/v1/address/list",
  "/api/v1/chat/history",
];

/** Sends so many requests a second, answered or not; every tenth writes a name, every tenth a message. */
export class Crowd {
  readonly failures: Failure[] = [];
  readonly times: number[] = [];
  sent = 0;
  /** The number of the newest name that was acknowledged, by customer. */
  readonly names = new Map<string, number>();
  /** The keys of the messages that were acknowledged, and by whom they were sent. */
  readonly messages = new Map<string, string>();
  readonly #caller: Caller;
  readonly #people: Person[];
  readonly #naming = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;

  constructor(url: string, people: Person[]) {
    this.#caller = new Caller(url);
    this.#people = people;
  }

  async run(perSecond: number): Promise<void> {
    const begun = performance.now();
    for (let nth = 0; !this.#isOver; nth++) {
      const dueMs = begun + (nth * 1000) / perSecond - performance.now();
      if (dueMs > 1) await sleep(dueMs);
      const one = this.#send(this.#nth(nth));
      this.#underWay.add(one);
      void one.finally(() => this.#underWay.delete(one));
    }
    await Promise.all(this.#underWay);
    this.#caller.close();
  }

  stop(): void {
    this.#isOver = true;
  }

  #nth(nth: number): Errand {
    const person = this.#people[Math.floor(nth / 10) % this.#people.length] as Person;
    if (nth % 10 === 5) {
      const key = `crowd-message-${nth}`;
      const body = { type: "text", content: `${nth}`, client_key: key };
      const onSuccess = () => this.messages.set(key, person.id);
      return { method: "POST", path: "/api/v1/chat/send", person, body, onSuccess };
    }
    if (nth % 10 === 0 && !this.#naming.has(person.id)) {
      this.#naming.add(person.id);
      const onSuccess = () => this.names.set(person.id, nth);
      return { method: "PUT", path: "/api/v1/user/info", person, body: { nickname: `n${nth}` }, onSuccess };
    }
    return { method: "GET", path: reads[nth % reads.length] as string, person };
  }

  async #send({ person, onSuccess, ...ask }: Errand): Promise<void> {
    this.sent += 1;
    const sentAt = performance.now();
    const { problem, backends } = await this.#caller.send({ ...ask, token: person.token });
    const at = performance.now();
    if (ask.method === "PUT") this.#naming.delete(person.id);
    if (problem !== null) {
      this.failures.push({ sentAt, at, what: `${ask.method} ${ask.path}: ${problem}`, backends });
      return;
    }
    this.times.push(at - sentAt);
    onSuccess?.();
  }
}
