import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Installation, processTree } from "../../lib/Installation.ts";
import { nodeEnv } from "../../lib/nodeEnv.mjs";
import { inRoot } from "../../lib/paths.mjs";
import { SupervisedProcess } from "../../lib/SupervisedProcess.mjs";
import { startCpuLoad } from "../../lib/startCpuLoad.ts";
import { median } from "../../lib/statistics.ts";

const kills = 10;
const pollMs = 5;
const recoveryTimeoutMs = 90_000;
/** Clock tick in ms, the unit of /proc/<pid>/stat on every Linux that Node.js runs on. */
const tickMs = 10;

/**
 * Recovery from one kill: time to the new process, time to its first successful response, and CPU time until
 * then.
 */
interface Recovery {
  newProcessMs: number;
  backMs: number;
  processorMs: number;
}

/** A server restarted by its launcher without pauses, however often it is killed. */
class SupervisedServer {
  readonly #installation: Installation;
  readonly #server: SupervisedProcess;
  #launchedAt = 0;

  constructor(installation: Installation) {
    this.#installation = installation;
    this.#server = new SupervisedProcess({
      name: "server",
      args: [inRoot("dist", "server", "main.js")],
      event: "ready",
      firstPauseMs: 0,
      env: () => {
        this.#launchedAt = performance.now();
        return { PATH: process.env.PATH, ...nodeEnv, LOG_LEVEL: "error", ...installation.serverSettings };
      },
      onEnd: (code) => {
        throw new Error(`the server ended for good with ${code}`);
      },
    });
  }

  async start(): Promise<void> {
    await this.#server.start();
    // The first process has seeded the database and finishes its deferred start-up work.
    await sleep(2_000);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  /** Kills the server process, or its whole process tree with the database, and returns how it recovered. */
  async kill(whole: boolean): Promise<Recovery> {
    const pid = serverPid();
    const killedAt = performance.now();
    for (const one of whole ? processTree(pid) : [pid]) killNow(one);
    while (performance.now() < killedAt + recoveryTimeoutMs) {
      if (this.#launchedAt > killedAt && (await status(`${this.#installation.url}/readyz`)) === 200)
        return {
          newProcessMs: this.#launchedAt - killedAt,
          backMs: performance.now() - killedAt,
          processorMs: processorMs(serverPid()),
        };
      await sleep(pollMs);
    }
    throw new Error(`the server was not back after ${recoveryTimeoutMs / 1_000} s`);
  }
}

/** Ignores processes that have already exited with their parent. */
function killNow(pid: number): void {
  if (existsSync(`/proc/${pid}`)) process.kill(pid, "SIGKILL");
}

/** Returns the id of the process that the launcher supervises. */
function serverPid(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ");
  const pid = children.find((one) => readFileSync(`/proc/${one}/cmdline`, "utf8").includes("main.js"));
  if (pid === undefined) throw new Error("no server runs");
  return Number(pid);
}

/** Returns the CPU time of a process in ms, user and system. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Returns the HTTP status, or null while the server is unreachable. */
function status(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.once("error", () => resolve(null));
  });
}

async function row(server: SupervisedServer, machine: string, whole: boolean): Promise<string> {
  const recoveries: Recovery[] = [];
  for (let nth = 0; nth < kills; nth++) {
    recoveries.push(await server.kill(whole));
    // Lets deferred start-up work finish before the next kill.
    await sleep(1_500);
  }
  const of = (pick: (one: Recovery) => number) => {
    const values = recoveries.map(pick);
    return `${Math.round(median(values))} (${Math.round(Math.max(...values))})`;
  };
  const cells = [
    machine,
    whole ? "server and database" : "server",
    of((one) => one.newProcessMs),
    of((one) => one.backMs),
    of((one) => one.processorMs),
  ];
  return `| ${cells.join(" | ")} |`;
}

/**
 * Measures the downtime after SIGKILL, from the kill to the first 200 of /readyz, and the cost of a start, on
 * an idle machine and beside a busy process on every CPU. Returns table rows.
 */
export async function measureStart(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-bench-"));
  const installation = await Installation.create(path.join(folder, "data"));
  const rows = [
    `| machine (${os.cpus().length} processors) | killed | new process after, ms | serves again after, ms | processor time until then, ms |`,
    "|---|---|---|---|---|",
  ];
  const server = new SupervisedServer(installation);
  try {
    await installation.startSandbox();
    await server.start();
    for (const whole of [false, true]) rows.push(await row(server, "quiet", whole));
    const others = startCpuLoad();
    try {
      for (const whole of [false, true]) rows.push(await row(server, "busy", whole));
    } finally {
      await others.end();
    }
  } finally {
    await server.stop();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return rows.join("\n");
}
