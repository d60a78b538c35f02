import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { freePort } from "../../lib/freePort.ts";
import { end, processTree } from "../../lib/Installation.ts";
import { inRoot } from "../../lib/paths.mjs";
import { homeAddress } from "../SimulatedCustomer.ts";

const requestTimeoutMs = 5_000;
const pollMs = 50;
const recoveryTimeoutMs = 120_000;
const orderForm = {
  order_type: "takeaway" as const,
  restaurant_id: "SH001",
  items: [{ id: "10205", quantity: 1 }],
};

/** The app run by `npm start` with its launcher, logging to a file, and one customer of it. */
export class LaunchedApp {
  readonly #dataDir: string;
  readonly #launcher: ChildProcess;
  readonly #url: string;
  readonly #sandboxUrl: string;
  #token = "";
  #addressId = "";

  private constructor(dataDir: string, launcher: ChildProcess, ports: { server: number; sandbox: number }) {
    this.#dataDir = dataDir;
    this.#launcher = launcher;
    this.#url = `http://127.0.0.1:${ports.server}`;
    this.#sandboxUrl = `http://127.0.0.1:${ports.sandbox}`;
  }

  /** Launches the app without waiting for readiness. */
  static async launch(
    dataDir: string,
    logFile: string,
    env: Record<string, string> = {},
  ): Promise<LaunchedApp> {
    const ports = { server: await freePort(), sandbox: await freePort(), wechat: await freePort() };
    const log = openSync(logFile, "a");
    const launcher = spawn(process.execPath, [inRoot("scripts", "start.mjs")], {
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "",
        DATA_DIR: dataDir,
        PORT: String(ports.server),
        SANDBOX_PORT: String(ports.sandbox),
        WECHAT_PORT: String(ports.wechat),
        REQUESTS_PER_MINUTE: "1000000",
        ...env,
      },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    return new LaunchedApp(dataDir, launcher, ports);
  }

  /** Waits until the app is ready; returns the ms that took. */
  async waitUntilReady(): Promise<number> {
    return await waitUntil(async () => (await this.status("/readyz")) === 200);
  }

  async login(): Promise<void> {
    const phone = "13700000001";
    await this.#call(userEndpoints.sendCode, { phone });
    const messages = await fetch(`${this.#sandboxUrl}/sms?phone=${phone}`);
    const [newest] = (await messages.json()) as { code: string }[];
    const consent = { agreement: 0, privacy: 0 };
    const form = { phone, code: newest?.code ?? "", loginType: "sms" as const, consent };
    this.#token = (await this.#call(userEndpoints.login, form)).token;
    this.#addressId = (await this.#call(addressEndpoints.add, homeAddress)).id;
  }

  /** Places and cancels an order; returns whether both succeeded. */
  async tryOrder(): Promise<boolean> {
    try {
      const orderInput = { ...orderForm, address_id: this.#addressId };
      const { total_amount } = await this.#call(orderEndpoints.quote, orderInput);
      const form = { ...orderInput, expected_total: total_amount, client_key: randomUUID() };
      const { order_id } = await this.#call(orderEndpoints.create, form);
      await this.#call(orderEndpoints.cancel, { order_id, reason: 1 });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error;
      return false;
    }
  }

  /** Waits until an order succeeds; returns the ms that took. */
  async waitUntilOrdersWork(): Promise<number> {
    return await waitUntil(() => this.tryOrder());
  }

  /** Returns the HTTP status of a page or a reading endpoint; 0 when unreachable. */
  async status(address: string): Promise<number> {
    try {
      const response = await fetch(this.#url + address, { signal: AbortSignal.timeout(requestTimeoutMs) });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // Connection refused is reported as status 0.
      return 0;
    }
  }

  /** Kills the server process and waits until it is ready again. */
  async killServer(): Promise<number> {
    const pid = processTree(this.#launcher.pid ?? 0).find((item) => readCommand(item).endsWith("main.js"));
    if (pid === undefined) throw new Error("there is no server process");
    process.kill(pid, "SIGKILL");
    await sleep(pollMs);
    return (await this.waitUntilReady()) + pollMs;
  }

  get isRunning(): boolean {
    return this.#launcher.exitCode === null && this.#launcher.signalCode === null;
  }

  /** Address of the embedded database. */
  get databaseUrl(): string {
    const lines = readFileSync(path.join(this.#dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    return `postgres://shidan@localhost:${lines[3]}/postgres?host=${encodeURIComponent(lines[4] ?? "")}`;
  }

  async stop(): Promise<void> {
    await end(this.#launcher);
  }

  async #call<Types extends EndpointTypes>(
    endpoint: Endpoint<Types>,
    body: Types["body"],
  ): Promise<Types["data"]> {
    const response = await fetch(this.#url + endpoint.path, {
      method: endpoint.method,
      headers: { "content-type": "application/json", authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const reply = (await response.json()) as { data: Types["data"]; msg: string };
    if (response.status !== 200) throw new ApiError(`${endpoint.path}: ${reply.msg}`, response.status);
    return reply.data;
  }
}

class ApiError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(`${message} (${status})`);
    this.status = status;
  }
}

function readCommand(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < recoveryTimeoutMs) {
    if (await isDone()) return performance.now() - startedAt;
    await sleep(pollMs);
  }
  throw new Error(`it did not work again within ${recoveryTimeoutMs / 1_000} s`);
}
