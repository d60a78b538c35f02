import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
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

interface Ask {
  method: string;
  path: string;
  person: Person;
  body?: object;
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
  readonly #url: URL;
  readonly #people: Person[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });
  readonly #naming = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;

  constructor(url: string, people: Person[]) {
    this.#url = new URL(url);
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
    this.#agent.destroy();
  }

  stop(): void {
    this.#isOver = true;
  }

  #nth(nth: number): Ask {
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

  async #send(ask: Ask): Promise<void> {
    const { method, path, person, onSuccess } = ask;
    this.sent += 1;
    const sentAt = performance.now();
    const { what, backends } = await this.#exchange(ask);
    const at = performance.now();
    if (method === "PUT") this.#naming.delete(person.id);
    if (what !== null) {
      this.failures.push({ sentAt, at, what: `${method} ${path}: ${what}`, backends });
      return;
    }
    this.times.push(at - sentAt);
    onSuccess?.();
  }

  #exchange({ method, path, person, body }: Ask): Promise<{ what: string | null; backends: string }> {
    const { hostname, port } = this.#url;
    const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json" };
    return new Promise((resolve) => {
      const take = (answer: IncomingMessage) => {
        const backends = String(answer.headers["x-backend"] ?? "");
        const isGood = () => answer.complete && answer.statusCode === 200;
        answer.resume();
        answer.once("close", () =>
          resolve({ what: isGood() ? null : `${answer.complete ? answer.statusCode : "cut"}`, backends }),
        );
      };
      const options = { hostname, port, path, method, headers, agent: this.#agent, timeout: 30_000 };
      const asked = request(options, take);
      asked.once("timeout", () => asked.destroy(new Error("no answer in 30 s")));
      asked.once("error", (error: NodeJS.ErrnoException) =>
        resolve({ what: error.code ?? error.message, backends: "" }),
      );
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
