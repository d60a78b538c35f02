import { setTimeout as sleep } from "node:timers/promises";
import { LoadClient, type LoadRequest } from "../LoadClient.ts";
import type { LoadCustomer } from "./customers.ts";

/** A failed request. */
export interface Failure {
  /** Timestamps in ms (`performance.now()`) of sending and of the failure. */
  sentAt: number;
  at: number;
  what: string;
  /** Processes that the proxy tried, if the response names them. */
  backends: string;
}

interface PlannedRequest extends LoadRequest {
  person: LoadCustomer;
  onSuccess?: () => void;
}

const store = "SH001";

/** Menus, restaurants and first screens, which are served whatever happens to the database. */
export const publicPaths: readonly string[] = [
  `/api/v1/menu/items?restaurant_id=${store}`,
  `/api/v1/takeaway-menu/items?restaurant_id=${store}&category_id=1`,
  "/api/v1/restaurant/list?lat=31.19&lng=121.43",
  `/api/v1/restaurant/detail?id=${store}`,
  "/",
  `/menu?restaurant_id=${store}&type=dine_in`,
];
const readPaths = [...publicPaths, "/api/v1/order/list", "/api/v1/address/list", "/api/v1/chat/history"];

/**
 * Sends requests at a fixed rate per second, regardless of responses; every tenth updates a name, every tenth
 * sends a message.
 */
export class LoadGenerator {
  readonly failures: Failure[] = [];
  readonly times: number[] = [];
  sent = 0;
  /** Number of the newest acknowledged name, by customer. */
  readonly names = new Map<string, number>();
  /** Idempotency keys of the acknowledged messages, with their senders. */
  readonly messages = new Map<string, string>();
  readonly #client: LoadClient;
  readonly #people: LoadCustomer[];
  readonly #pendingRenames = new Set<string>();
  readonly #inFlight = new Set<Promise<void>>();
  #isStopped = false;

  constructor(url: string, people: LoadCustomer[]) {
    this.#client = new LoadClient(url);
    this.#people = people;
  }

  get internalErrors(): readonly string[] {
    return this.#client.internalErrors;
  }

  async run(perSecond: number): Promise<void> {
    const startedAt = performance.now();
    for (let nth = 0; !this.#isStopped; nth++) {
      const dueMs = startedAt + (nth * 1000) / perSecond - performance.now();
      if (dueMs > 1) await sleep(dueMs);
      const pending = this.#send(this.#createRequest(nth));
      this.#inFlight.add(pending);
      void pending.finally(() => this.#inFlight.delete(pending));
    }
    await Promise.all(this.#inFlight);
    this.#client.close();
  }

  stop(): void {
    this.#isStopped = true;
  }

  #createRequest(nth: number): PlannedRequest {
    const person = this.#people[Math.floor(nth / 10) % this.#people.length] as LoadCustomer;
    if (nth % 10 === 5) {
      const key = `crowd-message-${nth}`;
      const body = { type: "text", content: `${nth}`, client_key: key };
      const onSuccess = () => this.messages.set(key, person.id);
      return { method: "POST", path: "/api/v1/chat/send", person, body, onSuccess };
    }
    if (nth % 10 === 0 && !this.#pendingRenames.has(person.id)) {
      this.#pendingRenames.add(person.id);
      const onSuccess = () => this.names.set(person.id, nth);
      return { method: "PUT", path: "/api/v1/user/info", person, body: { nickname: `n${nth}` }, onSuccess };
    }
    return { method: "GET", path: readPaths[nth % readPaths.length] as string, person };
  }

  async #send({ person, onSuccess, ...request }: PlannedRequest): Promise<void> {
    this.sent += 1;
    const sentAt = performance.now();
    const { problem, backends } = await this.#client.send({ ...request, token: person.token });
    const at = performance.now();
    if (request.method === "PUT") this.#pendingRenames.delete(person.id);
    if (problem !== null) {
      this.failures.push({ sentAt, at, what: `${request.method} ${request.path}: ${problem}`, backends });
      return;
    }
    this.times.push(at - sentAt);
    onSuccess?.();
  }
}
