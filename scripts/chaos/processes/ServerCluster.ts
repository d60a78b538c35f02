import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { freePort } from "../../lib/freePort.ts";
import { kill, type ProgramOptions, type Started, startProgram } from "../../lib/Installation.ts";
import { ensureSystemPostgres } from "../../lib/systemPostgres.mjs";
import { Nginx } from "./Nginx.ts";

const readyMs = 60_000;
const shutdownDelayMs = 2_000;
/** Time in ms for which the proxy sends no requests to a process that did not respond. */
const proxyFailTimeoutMs = 2_500;

/** What to start otherwise than usual, and with which other settings. */
export interface StartOptions extends ProgramOptions {
  env?: Record<string, string>;
}

/** The sandbox, some server processes on one database and nginx before them, without sticky sessions. */
export class ServerCluster {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly ports: number[];
  readonly proxy: Nginx;
  readonly #env: Record<string, string>;
  readonly #children: (ChildProcess | null)[];
  readonly #cleanups: (() => Promise<void>)[];

  private constructor(parts: {
    urls: { url: string; sandboxUrl: string; databaseUrl: string };
    ports: number[];
    proxy: Nginx;
    env: Record<string, string>;
    ends: (() => Promise<void>)[];
  }) {
    this.url = parts.urls.url;
    this.sandboxUrl = parts.urls.sandboxUrl;
    this.databaseUrl = parts.urls.databaseUrl;
    this.ports = parts.ports;
    this.proxy = parts.proxy;
    this.#env = parts.env;
    this.#cleanups = parts.ends;
    this.#children = parts.ports.map(() => null);
  }

  /** Opens it on the given database, or on an installed PostgreSQL over TCP that it starts. */
  static async open(size: number, existingDatabaseUrl?: string): Promise<ServerCluster> {
    const folder = await mkdtemp(path.join(tmpdir(), "shidan-fleet-"));
    const ends = [() => rm(folder, { recursive: true, force: true })];
    const databaseUrl = existingDatabaseUrl ?? (await startDatabase(folder, ends));
    const [proxyPort, sandboxPort, wechatPort] = [await freePort(), await freePort(), await freePort()];
    const url = `http://127.0.0.1:${proxyPort}`;
    const sandbox = startProgram("sandbox.js", {
      DATA_DIR: path.join(folder, "sandbox"),
      SANDBOX_PORT: String(sandboxPort),
      WECHAT_PORT: String(wechatPort),
      APP_URL: url,
      // Looking at the boards of all stores would be most of the load.
      SANDBOX_KITCHEN: "0",
    });
    ends.unshift(() => stopChild(sandbox.child));
    const { env = {} } = await sandbox.ready;
    const ports = await Promise.all(Array.from({ length: size }, freePort));
    const proxy = await Nginx.start(path.join(folder, "nginx"), proxyPort, ports);
    ends.unshift(() => proxy.close());
    const shared = {
      ...env,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: url,
      SEED_DEMO: "1",
      SHUTDOWN_DELAY_MS: String(shutdownDelayMs),
      REQUESTS_PER_MINUTE: "1000000",
      TRUST_PROXY: "1",
      FILES_DIR: path.join(folder, "files"),
    };
    const urls = { url, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, databaseUrl };
    return new ServerCluster({ urls, ports, proxy, env: { ...shared, DATA_DIR: folder }, ends });
  }

  /** Starts a process; returns the time in ms until it reported that it is ready. */
  async start(nth: number, { env, ...options }: StartOptions = {}): Promise<number> {
    const startedAt = performance.now();
    const settings = { ...this.#env, PORT: String(this.ports[nth]), ...env };
    const { child, ready }: Started = startProgram("main.js", settings, options);
    this.#children[nth] = child;
    await ready;
    return performance.now() - startedAt;
  }

  /** Waits until all say that they are ready, and the proxy has had the time to try them again. */
  async waitUntilReady(): Promise<void> {
    const deadline = performance.now() + readyMs;
    const isReady = async (port: number) =>
      (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true;
    while (!(await Promise.all(this.ports.map(isReady))).every(Boolean)) {
      if (performance.now() > deadline) throw new Error("not all processes became ready");
      await sleep(100);
    }
    await sleep(proxyFailTimeoutMs);
  }

  child(nth: number): ChildProcess {
    const child = this.#children[nth];
    if (!child) throw new Error("there is no such process");
    return child;
  }

  async kill(nth: number): Promise<void> {
    await kill(this.#children[nth] ?? null, (pid) => [pid]);
    this.#children[nth] = null;
  }

  /** Sends a process two stop signals, as operators do who do not wait; returns its exit code and its duration in ms. */
  async terminate(nth: number): Promise<{ code: number | null; ms: number }> {
    const child = this.child(nth);
    const startedAt = performance.now();
    const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGTERM"), shutdownDelayMs / 2).unref();
    const code = await exited;
    this.#children[nth] = null;
    return { code, ms: performance.now() - startedAt };
  }

  async close(): Promise<void> {
    for (const child of this.#children) await stopChild(child);
    for (const cleanup of this.#cleanups) await cleanup();
  }
}

async function stopChild(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}

/** Like a host's: over TCP, with the settings of its installation. */
async function startDatabase(folder: string, cleanups: (() => Promise<void>)[]): Promise<string> {
  const port = String(await freePort());
  const database = await startEmbeddedPostgres({
    dataDir: path.join(folder, "postgres"),
    binDir: ensureSystemPostgres(),
    maxConnections: 100,
    settings: { listen_addresses: "127.0.0.1", port },
    log: () => undefined,
  });
  cleanups.unshift(() => database.stop());
  return `postgres://${new URL(database.url).username}@127.0.0.1:${port}/postgres`;
}
