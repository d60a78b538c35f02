import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { homeAddress } from "../../chaos/SimulatedCustomer.ts";
import { DemoUsers } from "../../lib/DemoUsers.ts";
import { Installation } from "../../lib/Installation.ts";
import { attack } from "./attackers.ts";

const seconds = 20;
const pauseMs = 150;
/** A demo restaurant that never closes, and a dish with unlimited stock. */
const orderForm = {
  order_type: "takeaway" as const,
  restaurant_id: "SH001",
  items: [{ id: "10205", quantity: 2 }],
};

type Times = Record<"GET /" | "order/create", number[]>;

/** A customer who repeatedly opens the app, places an order and cancels it. */
class HonestCustomer {
  readonly #base: string;
  readonly #token: string;
  readonly failures: string[] = [];

  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  async loadPages(times: Times, deadline: number): Promise<void> {
    while (performance.now() < deadline) {
      const startedAt = performance.now();
      const response = await fetch(`${this.#base}/`, { headers: { "x-forwarded-for": "10.9.0.1" } });
      await response.arrayBuffer();
      if (response.status === 200) times["GET /"].push(performance.now() - startedAt);
      else this.failures.push(`GET /: ${response.status}`);
      await sleep(pauseMs);
    }
  }

  async placeOrders(times: Times, deadline: number): Promise<void> {
    const { id } = await this.#call(addressEndpoints.add, homeAddress);
    while (performance.now() < deadline) {
      try {
        const orderInput = { ...orderForm, address_id: id };
        const { total_amount } = await this.#call(orderEndpoints.quote, orderInput);
        const form = { ...orderInput, expected_total: total_amount, client_key: randomUUID() };
        const startedAt = performance.now();
        const { order_id } = await this.#call(orderEndpoints.create, form);
        times["order/create"].push(performance.now() - startedAt);
        await this.#call(orderEndpoints.cancel, { order_id, reason: 1 });
      } catch (error) {
        this.failures.push(String(error));
      }
      await sleep(pauseMs);
    }
  }

  async #call<Types extends EndpointTypes>(
    endpoint: Endpoint<Types>,
    body: Types["body"],
  ): Promise<Types["data"]> {
    const response = await fetch(this.#base + endpoint.path, {
      method: endpoint.method,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${this.#token}`,
        "x-forwarded-for": "10.9.0.2",
      },
      body: JSON.stringify(body),
    });
    const reply = (await response.json()) as { data: Types["data"]; msg: string };
    if (response.status !== 200) throw new Error(`${endpoint.path}: ${response.status} ${reply.msg}`);
    return reply.data;
  }
}

function formatCells(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
  return `${sorted.length} | ${at(0.5)} | ${at(0.99)}`;
}

/**
 * Measures latency of `GET /` and `order/create` for customers while image uploads, card issuing, code
 * guessing and document requests run concurrently, compared with an idle server; uses production rate limits.
 * Takes about a minute.
 */
export async function measureAttack(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-bench-"));
  const installation = await Installation.create(path.join(folder, "data"));
  try {
    await installation.startSandbox();
    await installation.startServer({ REQUESTS_PER_MINUTE: "600", TRUST_PROXY: "1" });
    const people = new DemoUsers(installation.databaseUrl);
    await people.open();
    const honest = new HonestCustomer(installation.url, (await people.token("customer", 0)) ?? "");
    const rows: string[] = [];
    const measure = async (name: string) => {
      const times: Times = { "GET /": [], "order/create": [] };
      const deadline = performance.now() + seconds * 1_000;
      await Promise.all([honest.loadPages(times, deadline), honest.placeOrders(times, deadline)]);
      for (const [call, measured] of Object.entries(times))
        rows.push(`| ${call} | ${name} | ${formatCells(measured)} |`);
    };
    await measure("alone");
    const over = new AbortController();
    const attacking = attack(installation.url, people, over.signal);
    await measure("attacked");
    over.abort();
    const responses = await attacking;
    await people.close();
    return [
      `Measured ${new Date().toISOString().slice(0, 10)}: ${seconds} s each, ${os.cpus().length} cores shared with the attackers, Node ${process.version}.`,
      "",
      "| call | while | answers | median, ms | p99, ms |",
      "|---|---|---|---|---|",
      ...rows,
      "",
      `Refused or broken for the customer: ${honest.failures.length}${honest.failures.length > 0 ? ` (${honest.failures[0]})` : ""}.`,
      `Answers to the attackers by status: ${JSON.stringify(responses)}.`,
      "",
    ].join("\n");
  } finally {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
