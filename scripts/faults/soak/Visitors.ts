import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { type Ask, Caller } from "../Caller.ts";
import type { Fleet } from "../processes/Fleet.ts";
import type { Person } from "../processes/people.ts";
import { home } from "../shoppers.ts";

interface Deed {
  /** How often it is chosen, against the others. */
  weight: number;
  /** How many requests it makes. */
  calls: number;
  run: (person: Person) => Promise<void>;
}

const store = "SH001";
const dish = "10205";
const boundary = "----soak";
const reads = [
  `/api/v1/menu/items?restaurant_id=${store}`,
  `/api/v1/takeaway-menu/items?restaurant_id=${store}&category_id=1`,
  "/api/v1/restaurant/list?lat=31.19&lng=121.43",
  `/api/v1/restaurant/detail?id=${store}`,
  "/api/v1/order/list",
  "/api/v1/address/list",
  "/api/v1/chat/history",
  "/api/v1/chat/state",
  "/api/v1/user/info",
  "/api/v1/app/settings",
];

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)] as T;
}

/** Customers who do a little of everything, so many requests a second whether answers come or not. */
export class Visitors {
  sent = 0;
  /** How often a request ended otherwise than well, by what it was. */
  readonly failures = new Map<string, number>();
  /** Times of answers since somebody looked. */
  times: number[] = [];
  readonly #fleet: Pick<Fleet, "url" | "sandboxUrl">;
  readonly #people: Person[];
  readonly #caller: Caller;
  readonly #addresses = new Map<string, string>();
  readonly #underWay = new Set<Promise<void>>();
  #photo = Buffer.alloc(0);
  #isOver = false;

  constructor(fleet: Pick<Fleet, "url" | "sandboxUrl">, people: Person[]) {
    this.#fleet = fleet;
    this.#people = people;
    this.#caller = new Caller(fleet.url);
  }

  async run(perSecond: number): Promise<void> {
    const noise = {
      width: 640,
      height: 480,
      channels: 3 as const,
      noise: { type: "gaussian" as const, mean: 120, sigma: 40 },
    };
    this.#photo = await sharp({ create: { ...noise, background: "black" } })
      .jpeg()
      .toBuffer();
    const deeds = this.#deeds();
    const tickets = deeds.flatMap((deed) => Array.from({ length: deed.weight }, () => deed));
    let dueAt = performance.now();
    while (!this.#isOver) {
      const deed = pick(tickets);
      dueAt += (deed.calls * 1000) / perSecond;
      await sleep(Math.max(0, dueAt - performance.now()));
      const doing = deed.run(pick(this.#people)).catch((error: Error) => this.#fail(error.message));
      this.#underWay.add(doing);
      void doing.finally(() => this.#underWay.delete(doing));
    }
    await Promise.all(this.#underWay);
    this.#caller.close();
  }

  stop(): void {
    this.#isOver = true;
  }

  #deeds(): Deed[] {
    const page = (path: string) => async () =>
      void (await this.#ask({ method: "GET", path, accept: "text/html" }));
    return [
      { weight: 500, calls: 1, run: ({ token }) => this.#ask({ method: "GET", path: pick(reads), token }) },
      { weight: 80, calls: 1, run: page("/") },
      { weight: 80, calls: 1, run: page("/menu") },
      { weight: 30, calls: 7, run: (person) => this.#order(person) },
      { weight: 80, calls: 1, run: (person) => this.#say(person) },
      { weight: 8, calls: 2, run: (person) => this.#send(person, "/api/v1/chat/upload-image") },
      { weight: 4, calls: 2, run: (person) => this.#send(person, "/api/v1/user/avatar") },
      { weight: 2, calls: 3, run: (person) => this.#poster(person) },
    ];
  }

  async #order(person: Person): Promise<void> {
    const { token } = person;
    const address = this.#addresses.get(person.id) ?? (await this.#moveIn(person));
    const wish = {
      order_type: "takeaway",
      restaurant_id: store,
      items: [{ id: dish, quantity: 1 }],
      address_id: address,
    };
    const quote = await this.#data<{ total_amount: number }>({
      path: "/api/v1/order/quote",
      token,
      body: wish,
    });
    const body = { ...wish, expected_total: quote.total_amount, client_key: randomUUID() };
    const order = await this.#data<{ order_id: string; order_no: string }>({
      path: "/api/v1/order/create",
      token,
      body,
    });
    const { order_id } = order;
    if (Math.random() < 0.7) {
      await this.#data({ path: "/api/v1/order/pay", token, body: { order_id } });
      await fetch(`${this.#fleet.sandboxUrl}/pay/trades/${order.order_no}_1/pay`, { method: "POST" });
      await this.#ask({ method: "GET", path: `/api/v1/order/pay/query?order_id=${order_id}`, token });
    }
    if (Math.random() < 0.5) await this.#data({ path: "/api/v1/order/cancel", token, body: { order_id } });
    await this.#ask({ method: "GET", path: `/api/v1/order/detail?order_id=${order_id}`, token });
  }

  async #moveIn({ id, token }: Person): Promise<string> {
    const address = await this.#data<{ id: string }>({ path: "/api/v1/address/add", token, body: home });
    this.#addresses.set(id, address.id);
    return address.id;
  }

  async #say({ token }: Person): Promise<void> {
    const body = { type: "text", content: "请问还要多久？", client_key: randomUUID() };
    await this.#data({ path: "/api/v1/chat/send", token, body });
  }

  /** Sends a picture and looks at it. */
  async #send({ token }: Person, path: string): Promise<void> {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(head), this.#photo, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const type = `multipart/form-data; boundary=${boundary}`;
    const { url } = await this.#data<{ url: string }>({ path, token, body: { form, type } });
    await this.#ask({ method: "GET", path: url, token });
  }

  async #poster({ token }: Person): Promise<void> {
    const nickname = `食客${Math.floor(Math.random() * 1_000)}`;
    await this.#ask({ method: "PUT", path: "/api/v1/user/info", token, body: { nickname } });
    const { url } = await this.#data<{ url: string }>({ path: "/api/v1/invite/poster", token });
    await this.#ask({ method: "GET", path: url });
  }

  async #data<T>(ask: Omit<Ask, "method">): Promise<T> {
    const sent = ask.body === undefined ? { ...ask, body: {} } : ask;
    const { problem, text } = await this.#exchange({ ...sent, method: "POST" });
    if (problem !== null) throw new Error(`POST ${ask.path}: ${problem}`);
    return (JSON.parse(text.toString()) as { data: T }).data;
  }

  async #ask(ask: Ask): Promise<void> {
    const { problem } = await this.#exchange(ask);
    if (problem !== null) this.#fail(`${ask.method} ${ask.path.replace(/[\w-]{20,}/, "…")}: ${problem}`);
  }

  async #exchange(ask: Ask) {
    this.sent += 1;
    const begun = performance.now();
    const ended = await this.#caller.send(ask);
    this.times.push(performance.now() - begun);
    return ended;
  }

  #fail(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}
