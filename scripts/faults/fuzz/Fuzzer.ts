import fc from "fast-check";
import { contract } from "#contract/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Shape } from "#contract/shape.ts";
import type { DemoPeople, Role } from "../../lib/DemoPeople.ts";
import type { Installation } from "../../lib/Installation.ts";
import { arbitraryOf, type JsonSchema } from "./arbitraryOf.ts";
import type { FuzzReport } from "./fuzzRun.ts";
import { Harvest } from "./Harvest.ts";
import { brokenBodies, maybeSpoiled } from "./spoil.ts";

const slowMs = 2_000;
const patienceMs = 30_000;
const batch = 8;

type Fields = Record<string, unknown>;

interface Call {
  name: string;
  word: string;
  endpoint: Endpoint;
  shape: Shape;
}

interface Made {
  params: Fields;
  query: Fields;
  body: unknown;
}

const calls: Call[] = Object.entries(contract).flatMap(([word, { endpoints, schemas }]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${word}.${name}`,
    word,
    endpoint,
    shape: (schemas as Record<string, Shape>)[name] as Shape,
  })),
);

const fitting: Record<Endpoint["principal"], Role[]> = {
  public: ["none", "customer"],
  customer: ["customer"],
  staff: ["agent", "store", "admin", "admin"],
  either: ["customer", "agent", "admin"],
};
const anybody: Role[] = ["none", "forged", "customer", "agent", "store", "admin"];

/** Makes requests to one installation, sends them, and keeps what went wrong. */
export class Fuzzer {
  readonly #installation: Installation;
  readonly #people: DemoPeople;
  readonly #harvest = new Harvest();
  readonly #made = new Map<string, Made[]>();
  #seed: number;
  readonly #statuses = new Map<number, number>();
  readonly #taken = new Map<string, number>();
  readonly #times: number[] = [];
  readonly #problems: string[] = [];

  constructor(installation: Installation, people: DemoPeople, seed: number) {
    this.#installation = installation;
    this.#people = people;
    this.#seed = seed;
  }

  /** Looks at a few lists, so that the first requests name something. */
  async begin(): Promise<void> {
    const lists = {
      "restaurant.list": { lat: 31.19, lng: 121.44 },
      "menu.items": { restaurant_id: "SH001" },
    };
    for (const [name, query] of Object.entries(lists)) {
      const call = calls.find((one) => one.name === name) as Call;
      await this.#ask(call, { params: {}, query, body: {} }, "none", null);
    }
  }

  /** Sends the nth request and what belongs to it. */
  async send(nth: number): Promise<void> {
    const call = calls[nth % calls.length] as Call;
    const made = this.#make(call);
    const roles = this.#random() % 10 < 7 ? fitting[call.endpoint.principal] : anybody;
    const role = roles[this.#random() % roles.length] ?? "none";
    const token = await this.#people.token(role, this.#random());
    if (call.name === "order.create" && this.#random() % 4 > 0) await this.#agreeOnTotal(made, token);
    const answer = await this.#ask(call, made, role, token);
    if (call.name === "order.pay" && answer !== null) await this.#payAtProvider();
  }

  report(): FuzzReport {
    const times = this.#times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    const untaken = calls.map(({ name }) => name).filter((name) => !this.#taken.has(name));
    const lines = [
      `${times.length} requests to ${calls.length} calls; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`,
      [...this.#statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${status}: ${n}`)
        .join(", "),
      `calls that never answered 200: ${untaken.join(", ") || "none"}`,
    ];
    return { lines, problems: this.#problems };
  }

  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#seed >>> 8;
  }

  #make(call: Call): Made {
    const ready = this.#made.get(call.name) ?? [];
    const next = ready.pop();
    if (next !== undefined) return next;
    const { params, query, body } = call.shape;
    const part = (schema: unknown) =>
      schema === undefined
        ? fc.constant({})
        : maybeSpoiled(arbitraryOf(schema as JsonSchema, this.#harvest, { parent: call.word, name: "" }));
    const made = fc.record({ params: part(params), query: part(query), body: part(body) });
    const fresh = fc.sample(made, { numRuns: batch, seed: this.#random() }) as Made[];
    this.#made.set(call.name, fresh);
    return fresh.pop() as Made;
  }

  /** Most orders would be refused for a total that nobody agreed to; this one asks first, as the app does. */
  async #agreeOnTotal(made: Made, token: string | null): Promise<void> {
    const quote = calls.find(({ name }) => name === "order.quote") as Call;
    const { expected_total: _total, client_key: _key, ...wish } = made.body as Fields;
    const answer = await this.#ask(quote, { ...made, body: wish }, "customer", token);
    if (answer !== null) (made.body as Fields).expected_total = (answer as Fields).total_amount;
  }

  /** Pays one of the trades that orders have now and then. */
  async #payAtProvider(): Promise<void> {
    const orderNo = this.#harvest.pick("", "order_no", this.#random());
    const url = `${this.#installation.sandboxUrl}/pay/trades/${orderNo}_1/pay`;
    await fetch(url, { method: "POST" }).then((response) => response.arrayBuffer());
  }

  async #ask(call: Call, made: Made, role: Role, token: string | null): Promise<unknown> {
    const { path, init } = requestOf(call, made, token, this.#random());
    const begun = performance.now();
    const told = `${role} ${call.endpoint.method} ${path.slice(0, 300)} ${String(init.body ?? "").slice(0, 300)}`;
    try {
      const response = await fetch(this.#installation.url + path, {
        ...init,
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await response.text();
      return this.#judge(call, { role, token, told }, response, text, performance.now() - begun);
    } catch (error) {
      this.#problems.push(`no answer (${error}): ${told}`);
      return null;
    }
  }

  #judge(
    call: Call,
    { role, token, told }: { role: Role; token: string | null; told: string },
    { status, headers }: Response,
    text: string,
    ms: number,
  ): unknown {
    this.#times.push(ms);
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status >= 500) this.#problems.push(`${status} ${text.slice(0, 200)}: ${told}`);
    if (ms > slowMs) this.#problems.push(`${Math.round(ms)} ms, ${status}: ${told}`);
    if (status === 401 && fitting[call.endpoint.principal].includes(role)) this.#people.forget(token);
    if (!headers.get("content-type")?.startsWith("application/json")) return null;
    const answer = JSON.parse(text) as { data?: unknown };
    if (status !== 200) return null;
    this.#taken.set(call.name, (this.#taken.get(call.name) ?? 0) + 1);
    this.#harvest.take(call.word, answer.data);
    return answer.data;
  }
}

function requestOf({ endpoint, shape }: Call, made: Made, token: string | null, random: number) {
  const fields = (value: unknown): [string, unknown][] => Object.entries((value ?? {}) as Fields);
  let path: string = endpoint.path;
  for (const [name, value] of fields(made.params))
    path = path.replace(`:${name}`, encodeURIComponent(safeText(value)));
  const query = fields(made.query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(safeText(name))}=${encodeURIComponent(safeText(value))}`);
  if (random % 50 === 0 && query[0] !== undefined) query.push(query[0]);
  const broken = random % 40 === 1 ? brokenBodies[random % brokenBodies.length] : undefined;
  const hasBody = endpoint.method !== "GET" && shape.body !== undefined;
  const body = broken?.text ?? JSON.stringify(made.body);
  return {
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    init: {
      method: endpoint.method,
      headers: {
        ...(hasBody && { "content-type": broken?.type ?? "application/json" }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(hasBody && { body }),
    } satisfies RequestInit,
  };
}

/** As text of an address, which has no lone surrogates: UTF-8 has no place for them. */
function safeText(value: unknown): string {
  return Buffer.from(typeof value === "object" ? JSON.stringify(value) : String(value)).toString();
}
