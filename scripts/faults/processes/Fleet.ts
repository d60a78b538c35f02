import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/startEmbeddedPostgres.ts";
import { freePort, kill, type Started, startProgram } from "../../lib/Installation.ts";
import { ensureSystemPostgres } from "../../lib/systemPostgres.mjs";
import { RoundRobin } from "./RoundRobin.ts";

const readyMs = 60_000;
const drainMs = 3_000;

/** An installed PostgreSQL over TCP, the sandbox, some server processes and the proxy before them. */
export class Fleet {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly proxy: RoundRobin;
  readonly #env: Record<string, string>;
  readonly #children: (ChildProcess | null)[];
  readonly #ends: (() => Promise<void>)[];

  private constructor(parts: {
    urls: { url: string; sandboxUrl: string; databaseUrl: string };
    proxy: RoundRobin;
    env: Record<string, string>;
    ends: (() => Promise<void>)[];
  }) {
    this.url = parts.urls.url;
    this.sandboxUrl = parts.urls.sandboxUrl;
    this.databaseUrl = parts.urls.databaseUrl;
    this.proxy = parts.proxy;
    this.#env = parts.env;
    this.#ends = parts.ends;
    this.#children = parts.proxy.backends.map(() => null);
  }

  static async open(size: number): Promise<Fleet> {
    const folder = await mkdtemp(path.join(tmpdir(), "shidan-fleet-"));
    const ends = [() => rm(folder, { recursive: true, force: true })];
    const databaseUrl = await startDatabase(folder, ends);
    const [proxyPort, sandboxPort, wechatPort] = [await freePort(), await freePort(), await freePort()];
    const url = `http://127.0.0.1:${proxyPort}`;
    const sandbox = startProgram("sandbox.js", {
      DATA_DIR: path.join(folder, "sandbox"),
      SANDBOX_PORT: String(sandboxPort),
      WECHAT_PORT: String(wechatPort),
      APP_URL: url,
    });
    ends.unshift(() => endChild(sandbox.child));
    const { env = {} } = await sandbox.ready;
    const ports = await Promise.all(Array.from({ length: size }, freePort));
    const proxy = new RoundRobin(ports);
    await proxy.listen(proxyPort);
    const shared = {
      ...env,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: url,
      SEED_DEMO: "1",
      DRAIN_MS: String(drainMs),
      REQUESTS_PER_MINUTE: "1000000",
      FILES_DIR: path.join(folder, "files"),
    };
    const urls = { url, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, databaseUrl };
    return new Fleet({ urls, proxy, env: { ...shared, DATA_DIR: folder }, ends });
  }

  /** Starts a process; answers the milliseconds until it said that it serves. */
  async start(nth: number): Promise<number> {
    const begun = performance.now();
    const { child, ready }: Started = startProgram("main.js", {
      ...this.#env,
      PORT: String(this.proxy.backends[nth]?.port),
    });
    this.#children[nth] = child;
    await ready;
    return performance.now() - begun;
  }

  /** Waits until the proxy knows that all are ready. */
  async allReady(): Promise<void> {
    const until = performance.now() + readyMs;
    while (!this.proxy.backends.every(({ isReady }) => isReady)) {
      if (performance.now() > until) throw new Error("not all processes became ready");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async kill(nth: number): Promise<void> {
    await kill(this.#children[nth] ?? null, (pid) => [pid]);
    this.#children[nth] = null;
  }

  /** Asks a process to stop, twice, as impatient operators do; answers its exit code and how long it took. */
  async terminate(nth: number): Promise<{ code: number | null; ms: number }> {
    const child = this.#children[nth];
    if (!child) throw new Error("there is no such process");
    const begun = performance.now();
    const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGTERM"), drainMs / 2).unref();
    const code = await gone;
    this.#children[nth] = null;
    return { code, ms: performance.now() - begun };
  }

  async close(): Promise<void> {
    this.proxy.close();
    for (const child of this.#children) await endChild(child);
    for (const end of this.#ends) await end();
  }
}

async function endChild(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

/** Like a host's: over TCP, with the settings of its installation. */
async function startDatabase(folder: string, ends: (() => Promise<void>)[]): Promise<string> {
  const port = String(await freePort());
  const database = await startEmbeddedPostgres({
    dataDir: path.join(folder, "postgres"),
    binDir: ensureSystemPostgres(),
    maxConnections: 100,
    settings: { listen_addresses: "127.0.0.1", port },
    log: () => undefined,
  });
  ends.unshift(() => database.stop());
  return `postgres://${new URL(database.url).username}@127.0.0.1:${port}/postgres`;
}
