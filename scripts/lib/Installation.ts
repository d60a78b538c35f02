import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freePort } from "./freePort.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Timeout in ms until a program is ready; a busy machine takes ten times as long as an idle one. */
const startMs = 90_000;
/** Timeout in ms of a stop, longer than the server's own. */
const stopMs = 30_000;
const noticeMs = 20;
const pollMs = 10;

/** A program that is starting. */
export interface Started {
  child: ChildProcess;
  /** The JSON log line of the event "ready". */
  ready: Promise<{ url: string; env?: Record<string, string> }>;
}

/** What to start otherwise than usual. */
export interface ProgramOptions {
  /** Module that the program loads, with an IPC channel to us. */
  probe?: string | undefined;
  /** Root folder of another version. */
  version?: string | undefined;
}

/** Starts a built program with no environment variable of ours but PATH. */
export function startProgram(
  file: string,
  env: Record<string, string>,
  { probe, version = root }: ProgramOptions = {},
): Started {
  const probing = probe === undefined ? [] : ["--expose-gc", "--import", pathToFileURL(probe).href];
  const child = spawn(process.execPath, [...probing, path.join(version, "dist/server", file)], {
    env: { PATH: process.env.PATH ?? "", LOG_LEVEL: "error", PARENT_PIPE: "1", ...env },
    stdio: ["pipe", "pipe", "inherit", ...(probe === undefined ? [] : (["ipc"] as const))],
  });
  const ready = new Promise<string>((resolve, reject) => {
    let text = "";
    const fail = (how: string) => {
      clearTimeout(timer);
      reject(new Error(`${file} ${how}`));
    };
    // The program must have ended before its folder is removed; its exit rejects the promise.
    const timer = setTimeout(() => child.kill("SIGTERM"), startMs);
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    child.once("exit", (code) =>
      fail(`ended with ${code} before it was ready, or was not ready in ${startMs / 1000} s`),
    );
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const line = text.split("\n").find((item) => /"event":"(sandbox-)?ready"/.test(item));
      if (line === undefined) return;
      clearTimeout(timer);
      resolve(line);
    });
  });
  return { child, ready: ready.then((line) => JSON.parse(line)) };
}

/** Descendants of a process, the process itself last, read from /proc. */
export function processTree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch (error) {
      // The process ended while we were reading.
      if (!(error instanceof Error)) throw error;
    }
  }
  const below = (id: number): number[] =>
    [...parents].filter(([, parent]) => parent === id).flatMap(([child]) => [...below(child), child]);
  return [...below(pid), pid];
}

export type Ports = { server: number; sandbox: number; wechat: number };

/** Returns free ports for an installation. */
export async function findPorts(): Promise<Ports> {
  return { server: await freePort(), sandbox: await freePort(), wechat: await freePort() };
}

/** A server and a sandbox in processes of their own with one data folder, which can be killed and started again. */
export class Installation {
  readonly dataDir: string;
  protected readonly ports: Ports;
  #server: ChildProcess | null = null;
  #sandbox: ChildProcess | null = null;
  /** What the running sandbox tells a server to use. */
  protected sandboxSettings: Record<string, string> = {};

  protected constructor(dataDir: string, ports: Ports) {
    this.dataDir = dataDir;
    this.ports = ports;
  }

  /** Creates an installation with an empty data folder, or with a copy of the folder of a stopped one. */
  static async create(dataDir: string, template?: string): Promise<Installation> {
    if (template !== undefined) await cp(template, dataDir, { recursive: true });
    return new Installation(dataDir, await findPorts());
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports.server}`;
  }

  get sandboxUrl(): string {
    return `http://127.0.0.1:${this.ports.sandbox}`;
  }

  /** URL of the app inside the simulated WeChat. */
  get wechatUrl(): string {
    return `http://127.0.0.1:${this.ports.wechat}`;
  }

  /** Connection string of the embedded database, read from its pid file. */
  get databaseUrl(): string {
    const [, , , port, socketDir] = readFileSync(
      path.join(this.dataDir, "postgres/postmaster.pid"),
      "utf8",
    ).split("\n");
    return `postgres://shidan@localhost:${port}/postgres?host=${encodeURIComponent(socketDir ?? "")}`;
  }

  /** Settings of a server with this data folder; complete once the sandbox runs. */
  get serverSettings(): Record<string, string> {
    return {
      ...this.sandboxSettings,
      DATA_DIR: this.dataDir,
      PORT: String(this.ports.server),
      SEED_DEMO: "1",
      REQUESTS_PER_MINUTE: "1000000",
    };
  }

  async startSandbox(): Promise<void> {
    const env = {
      DATA_DIR: this.dataDir,
      SANDBOX_PORT: String(this.ports.sandbox),
      WECHAT_PORT: String(this.ports.wechat),
      APP_URL: this.url,
      // Orders advance only when a test advances them.
      SANDBOX_KITCHEN: "0",
    };
    const { child, ready } = startProgram("sandbox.js", env);
    this.#sandbox = child;
    this.sandboxSettings = (await ready).env ?? {};
  }

  /** Starts the server with additional settings; returns the time in ms until it was ready. */
  async startServer(settings: Record<string, string> = {}): Promise<number> {
    const startedAt = performance.now();
    const { child, ready } = startProgram("main.js", { ...this.serverSettings, ...settings });
    // Assigned before it is ready, so that a server that never is ready is stopped too.
    this.#server = child;
    await ready;
    const response = await fetch(`${this.url}/readyz`);
    if (response.status !== 200) throw new Error(`not ready: ${response.status}`);
    return performance.now() - startedAt;
  }

  /** Waits until the server reports that it is ready; a server that ended with its database is started again. */
  async waitUntilReady(): Promise<void> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < startMs) {
      if (this.#server !== null && hasEnded(this.#server)) await this.startServer();
      const ready = await fetch(`${this.url}/readyz`).catch(() => null);
      if (ready?.status === 200) return;
      await sleep(pollMs);
    }
    throw new Error(`not ready after ${startMs / 1000} s`);
  }

  /** Kills the server process only; its database then stops by itself. */
  async killServer(): Promise<void> {
    await kill(this.#server, (pid) => [pid]);
  }

  /** Kills the server, its database with all its processes, and the sandbox. */
  async killTree(): Promise<void> {
    await Promise.all([kill(this.#server, processTree), kill(this.#sandbox, processTree)]);
  }

  /**
   * Kills one of PostgreSQL's processes: the postmaster, a background worker or a session. Returns the time in ms until
   * the server was ready again; a server that ended with its database is restarted, as its launcher does.
   */
  async killInsideDatabase(): Promise<number> {
    const [postmaster] = readFileSync(path.join(this.dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    const pids = processTree(Number(postmaster));
    const startedAt = performance.now();
    process.kill(pids[Math.floor(Math.random() * pids.length)] ?? Number(postmaster), "SIGKILL");
    // Until the server notices that its database is lost, it may still report that it is ready.
    await sleep(noticeMs);
    await this.waitUntilReady();
    return performance.now() - startedAt;
  }

  /** Stops both; returns an error message for each that had to be killed. */
  async stop(): Promise<string[]> {
    const [server, sandbox] = await Promise.all([end(this.#server), end(this.#sandbox)]);
    return [...(server ? [] : ["the server did not stop"]), ...(sandbox ? [] : ["the sandbox did not stop"])];
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Sends SIGKILL to a process and to the ones that `pids` returns for it, and waits for its exit. */
export async function kill(child: ChildProcess | null, pids: (pid: number) => number[]): Promise<void> {
  if (child?.pid === undefined) return;
  // Its exit event, which we would wait for, has passed.
  if (hasEnded(child))
    throw new Error(`a process had ended by itself (${child.exitCode ?? child.signalCode})`);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  for (const pid of pids(child.pid)) killProcess(pid);
  await exited;
}

/** Kills a process unless it has just ended by itself. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether it ended when asked to; otherwise it is killed. */
export async function end(child: ChildProcess | null): Promise<boolean> {
  if (child === null || hasEnded(child)) return true;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMs);
  await exited;
  clearTimeout(timer);
  return child.signalCode !== "SIGKILL";
}
