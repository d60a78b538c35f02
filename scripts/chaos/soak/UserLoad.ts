import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { LoadClient, type LoadRequest } from "../LoadClient.ts";
import type { LoadCustomer } from "../processes/customers.ts";
import type { ServerCluster } from "../processes/ServerCluster.ts";
import { homeAddress } from "../SimulatedCustomer.ts";

interface UserAction {
  /** Relative selection probability. */
  weight: number;
  /** Number of requests that it sends. */
  requestCount: number;
  run: (person: LoadCustomer) => Promise<void>;
}

const store = "SH001";
const dish = "10205";
const boundary = "----soak";
const readPaths = [
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

/** Simulates customers with a mix of actions at a fixed request rate per second, regardless of responses. */
export class UserLoad {
  sent = 0;
  /** Number of failed requests, by problem. */
  readonly failures = new Map<string, number>();
  /** Response times in ms since the last sample. */
  times: number[] = [];
  readonly #cluster: Pick<ServerCluster, "url" | "sandboxUrl">;
  readonly #customers: LoadCustomer[];
  readonly #client: LoadClient;
  readonly #addresses = new Map<string, string>();
  readonly #inFlight = new Set<Promise<void>>();
  #photo = Buffer.alloc(0);
  #isStopped = false;

  constructor(cluster: Pick<ServerCluster, "url" | "sandboxUrl">, people: LoadCustomer[]) {
    this.#cluster = cluster;
    this.#customers = people;
    this.#client = new LoadClient(cluster.url);
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
    const actions = this.#actions();
    const weightedActions = actions.flatMap((action) => Array.from({ length: action.weight }, () => action));
    let dueAt = performance.now();
    while (!this.#isStopped) {
      const action = pick(weightedActions);
      dueAt += (action.requestCount * 1000) / perSecond;
      await sleep(Math.max(0, dueAt - performance.now()));
      const running = action
        .run(pick(this.#customers))
        .catch((error: Error) => this.#recordFailure(error.message));
      this.#inFlight.add(running);
      void running.finally(() => this.#inFlight.delete(running));
    }
    await Promise.all(this.#inFlight);
    this.#client.close();
  }

  stop(): void {
    this.#isStopped = true;
  }

  #actions(): UserAction[] {
    const page = (path: string) => async () =>
      void (await this.#request({ method: "GET", path, accept: "text/html" }));
    return [
      {
        weight: 500,
        requestCount: 1,
        run: ({ token }) => this.#request({ method: "GET", path: pick(readPaths), token }),
      },
      { weight: 80, requestCount: 1, run: page("/") },
      { weight: 80, requestCount: 1, run: page("/menu") },
      { weight: 30, requestCount: 7, run: (person) => this.#order(person) },
      { weight: 80, requestCount: 1, run: (person) => this.#sendMessage(person) },
      { weight: 8, requestCount: 2, run: (person) => this.#uploadImage(person, "/api/v1/chat/upload-image") },
      { weight: 4, requestCount: 2, run: (person) => this.#uploadImage(person, "/api/v1/user/avatar") },
      { weight: 2, requestCount: 3, run: (person) => this.#createPoster(person) },
    ];
  }

  async #order(person: LoadCustomer): Promise<void> {
    const { token } = person;
    const address = this.#addresses.get(person.id) ?? (await this.#createAddress(person));
    const orderForm = {
      order_type: "takeaway",
      restaurant_id: store,
      items: [{ id: dish, quantity: 1 }],
      address_id: address,
    };
    const quote = await this.#postJson<{ total_amount: number }>({
      path: "/api/v1/order/quote",
      token,
      body: orderForm,
    });
    const body = { ...orderForm, expected_total: quote.total_amount, client_key: randomUUID() };
    const order = await this.#postJson<{ order_id: string; order_no: string }>({
      path: "/api/v1/order/create",
      token,
      body,
    });
    const { order_id } = order;
    if (Math.random() < 0.7) {
      await this.#postJson({ path: "/api/v1/order/pay", token, body: { order_id } });
      await fetch(`${this.#cluster.sandboxUrl}/pay/trades/${order.order_no}_1/pay`, { method: "POST" });
      await this.#request({ method: "GET", path: `/api/v1/order/pay/query?order_id=${order_id}`, token });
    }
    if (Math.random() < 0.5)
      await this.#postJson({ path: "/api/v1/order/cancel", token, body: { order_id } });
    await this.#request({ method: "GET", path: `/api/v1/order/detail?order_id=${order_id}`, token });
  }

  async #createAddress({ id, token }: LoadCustomer): Promise<string> {
    const address = await this.#postJson<{ id: string }>({
      path: "/api/v1/address/add",
      token,
      body: homeAddress,
    });
    this.#addresses.set(id, address.id);
    return address.id;
  }

  async #sendMessage({ token }: LoadCustomer): Promise<void> {
    const body = { type: "text", content: "请问还要多久？", client_key: randomUUID() };
    await this.#postJson({ path: "/api/v1/chat/send", token, body });
  }

  /** Uploads an image and downloads it. */
  async #uploadImage({ token }: LoadCustomer, path: string): Promise<void> {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(head), this.#photo, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const type = `multipart/form-data; boundary=${boundary}`;
    const { url } = await this.#postJson<{ url: string }>({ path, token, body: { form, type } });
    await this.#request({ method: "GET", path: url, token });
  }

  async #createPoster({ token }: LoadCustomer): Promise<void> {
    const nickname = `食客${Math.floor(Math.random() * 1_000)}`;
    await this.#request({ method: "PUT", path: "/api/v1/user/info", token, body: { nickname } });
    const { url } = await this.#postJson<{ url: string }>({ path: "/api/v1/invite/poster", token });
    await this.#request({ method: "GET", path: url });
  }

  async #postJson<T>(request: Omit<LoadRequest, "method">): Promise<T> {
    const sent = request.body === undefined ? { ...request, body: {} } : request;
    const { problem, text } = await this.#measure({ ...sent, method: "POST" });
    if (problem !== null) throw new Error(`POST ${request.path}: ${problem}`);
    return (JSON.parse(text.toString()) as { data: T }).data;
  }

  async #request(request: LoadRequest): Promise<void> {
    const { problem } = await this.#measure(request);
    if (problem !== null)
      this.#recordFailure(`${request.method} ${request.path.replace(/[\w-]{20,}/, "…")}: ${problem}`);
  }

  async #measure(request: LoadRequest) {
    this.sent += 1;
    const startedAt = performance.now();
    const response = await this.#client.send(request);
    this.times.push(performance.now() - startedAt);
    return response;
  }

  #recordFailure(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}
