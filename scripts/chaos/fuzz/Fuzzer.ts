import fc from "fast-check";
import { contract } from "#contract/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { EndpointSchema } from "#contract/schema-helpers.ts";
import type { DemoUsers, Role } from "../../lib/DemoUsers.ts";
import type { Installation } from "../../lib/Installation.ts";
import { malformedBodies, maybeMalformed } from "./maybeMalformed.ts";
import { ObservedValues } from "./ObservedValues.ts";
import type { FuzzReport } from "./runFuzz.ts";
import { type JsonSchema, toArbitrary } from "./toArbitrary.ts";

const slowMs = 2_000;
const timeoutMs = 30_000;
const batch = 8;

type Fields = Record<string, unknown>;

interface FuzzTarget {
  name: string;
  resource: string;
  endpoint: Endpoint;
  shape: EndpointSchema;
}

interface GeneratedInput {
  params: Fields;
  query: Fields;
  body: unknown;
}

const targets: FuzzTarget[] = Object.entries(contract).flatMap(([resource, { endpoints, schemas }]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${resource}.${name}`,
    resource,
    endpoint,
    shape: (schemas as Record<string, EndpointSchema>)[name] as EndpointSchema,
  })),
);

const allowedRoles: Record<Endpoint["principal"], Role[]> = {
  public: ["none", "customer"],
  customer: ["customer"],
  staff: ["agent", "store", "admin", "admin"],
  either: ["customer", "agent", "admin"],
};
const allRoles: Role[] = ["none", "forged", "customer", "agent", "store", "admin"];

/** Generates requests for one installation, sends them, and collects the problems. */
export class Fuzzer {
  readonly #installation: Installation;
  readonly #people: DemoUsers;
  readonly #values = new ObservedValues();
  readonly #queuedInputs = new Map<string, GeneratedInput[]>();
  #seed: number;
  readonly #statuses = new Map<number, number>();
  readonly #successCounts = new Map<string, number>();
  readonly #times: number[] = [];
  readonly #problems: string[] = [];

  constructor(installation: Installation, people: DemoUsers, seed: number) {
    this.#installation = installation;
    this.#people = people;
    this.#seed = seed;
  }

  /** Fetches a few lists, so that the first requests refer to existing things. */
  async collectInitialValues(): Promise<void> {
    const lists = {
      "restaurant.list": { lat: 31.19, lng: 121.44 },
      "menu.items": { restaurant_id: "SH001" },
    };
    for (const [name, query] of Object.entries(lists)) {
      const target = targets.find((item) => item.name === name) as FuzzTarget;
      await this.#request(target, { params: {}, query, body: {} }, "none", null);
    }
  }

  /** Sends the nth request and its follow-ups. */
  async send(nth: number): Promise<void> {
    const target = targets[nth % targets.length] as FuzzTarget;
    const input = this.#nextInput(target);
    const roles = this.#random() % 10 < 7 ? allowedRoles[target.endpoint.principal] : allRoles;
    const role = roles[this.#random() % roles.length] ?? "none";
    const token = await this.#people.token(role, this.#random());
    if (target.name === "order.create" && this.#random() % 4 > 0) await this.#fillQuotedTotal(input, token);
    const response = await this.#request(target, input, role, token);
    if (target.name === "order.pay" && response !== null) await this.#payAtProvider();
  }

  report(): FuzzReport {
    const times = this.#times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    const neverSucceeded = targets.map(({ name }) => name).filter((name) => !this.#successCounts.has(name));
    const lines = [
      `${times.length} requests to ${targets.length} calls; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`,
      [...this.#statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${status}: ${n}`)
        .join(", "),
      `calls that never answered 200: ${neverSucceeded.join(", ") || "none"}`,
    ];
    return { lines, problems: this.#problems };
  }

  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#seed >>> 8;
  }

  #nextInput(target: FuzzTarget): GeneratedInput {
    const ready = this.#queuedInputs.get(target.name) ?? [];
    const next = ready.pop();
    if (next !== undefined) return next;
    const { params, query, body } = target.shape;
    const part = (schema: unknown) =>
      schema === undefined
        ? fc.constant({})
        : maybeMalformed(
            toArbitrary(schema as JsonSchema, this.#values, { parent: target.resource, name: "" }),
          );
    const input = fc.record({ params: part(params), query: part(query), body: part(body) });
    const generated = fc.sample(input, { numRuns: batch, seed: this.#random() }) as GeneratedInput[];
    this.#queuedInputs.set(target.name, generated);
    return generated.pop() as GeneratedInput;
  }

  /**
   * Fetches a quote first, as the app does: most orders would be rejected for a total that differs from the
   * price.
   */
  async #fillQuotedTotal(input: GeneratedInput, token: string | null): Promise<void> {
    const quote = targets.find(({ name }) => name === "order.quote") as FuzzTarget;
    const { expected_total: _total, client_key: _key, ...quoteInput } = input.body as Fields;
    const response = await this.#request(quote, { ...input, body: quoteInput }, "customer", token);
    if (response !== null) (input.body as Fields).expected_total = (response as Fields).total_amount;
  }

  /** Occasionally pays one of the orders' transactions at the provider. */
  async #payAtProvider(): Promise<void> {
    const orderNo = this.#values.pick("", "order_no", this.#random());
    const url = `${this.#installation.sandboxUrl}/pay/trades/${orderNo}_1/pay`;
    await fetch(url, { method: "POST" }).then((response) => response.arrayBuffer());
  }

  async #request(
    target: FuzzTarget,
    input: GeneratedInput,
    role: Role,
    token: string | null,
  ): Promise<unknown> {
    const { path, init } = requestOf(target, input, token, this.#random());
    const startedAt = performance.now();
    const notified = `${role} ${target.endpoint.method} ${path.slice(0, 300)} ${String(init.body ?? "").slice(0, 300)}`;
    try {
      const response = await fetch(this.#installation.url + path, {
        ...init,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      return this.#checkResponse(
        target,
        { role, token, notified },
        response,
        text,
        performance.now() - startedAt,
      );
    } catch (error) {
      this.#problems.push(`no answer (${error}): ${notified}`);
      return null;
    }
  }

  #checkResponse(
    target: FuzzTarget,
    { role, token, notified }: { role: Role; token: string | null; notified: string },
    { status, headers }: Response,
    text: string,
    ms: number,
  ): unknown {
    this.#times.push(ms);
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status >= 500) this.#problems.push(`${status} ${text.slice(0, 200)}: ${notified}`);
    if (ms > slowMs) this.#problems.push(`${Math.round(ms)} ms, ${status}: ${notified}`);
    if (status === 401 && allowedRoles[target.endpoint.principal].includes(role))
      this.#people.dropToken(token);
    if (!headers.get("content-type")?.startsWith("application/json")) return null;
    const response = JSON.parse(text) as { data?: unknown };
    if (status !== 200) return null;
    this.#successCounts.set(target.name, (this.#successCounts.get(target.name) ?? 0) + 1);
    this.#values.collect(target.resource, response.data);
    return response.data;
  }
}

function requestOf(
  { endpoint, shape }: FuzzTarget,
  input: GeneratedInput,
  token: string | null,
  random: number,
) {
  const fields = (value: unknown): [string, unknown][] => Object.entries((value ?? {}) as Fields);
  let path: string = endpoint.path;
  for (const [name, value] of fields(input.params))
    path = path.replace(`:${name}`, encodeURIComponent(safeText(value)));
  const query = fields(input.query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(safeText(name))}=${encodeURIComponent(safeText(value))}`);
  if (random % 50 === 0 && query[0] !== undefined) query.push(query[0]);
  const broken = random % 40 === 1 ? malformedBodies[random % malformedBodies.length] : undefined;
  const hasBody = endpoint.method !== "GET" && shape.body !== undefined;
  const body = broken?.text ?? JSON.stringify(input.body);
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

/** Converts a value to URL text, replacing lone surrogates, which UTF-8 cannot encode. */
function safeText(value: unknown): string {
  return Buffer.from(typeof value === "object" ? JSON.stringify(value) : String(value)).toString();
}
