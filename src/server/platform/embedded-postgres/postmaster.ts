import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { bareEnvironment } from "./processes.ts";

const READY = "database system is ready to accept connections";
const STILL_ATTACHED = "pre-existing shared memory block";
const ATTACHED_LIMIT_MS = 10_000;
const RETRY_MS = 100;
const STOP_LIMIT_MS = 10_000;
const MAX_LOG_LINES = 20;

/** How the database process ended: an exit code or the name of a signal. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** A running database process. */
export type Postmaster = {
  pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  exited: Promise<Exit>;
  /** Disconnects all clients, writes a checkpoint and resolves when the process has ended. */
  stop: () => Promise<void>;
};

type Attempt = { process: ChildProcess; exited: Promise<Exit>; lines: string[]; ready: Promise<boolean> };

/**
 * Starts the database and resolves when it accepts connections; every line it prints goes to `log`.
 * @throws EmbeddedPostgresError
 */
export async function startPostmaster(command: string[], log: (line: string) => void): Promise<Postmaster> {
  const deadline = performance.now() + ATTACHED_LIMIT_MS;
  for (;;) {
    const attempt = launch(command, log);
    if (await attempt.ready) return supervise(attempt);
    // Backends of a killed database release its shared memory a moment after it.
    const attached = attempt.lines.some((line) => line.includes(STILL_ATTACHED));
    if (!attached || performance.now() > deadline) throw await toStartError(attempt);
    await sleep(RETRY_MS);
  }
}

function launch(command: string[], log: (line: string) => void): Attempt {
  const [file = "", ...args] = command;
  // Detached: Ctrl+C in a terminal reaches the whole group, but the database must stop last.
  const child = spawn(file, args, {
    env: bareEnvironment(),
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const lines: string[] = [];
  const exited = waitForExit(child, lines);
  const ready = new Promise<boolean>((resolve) => {
    const reader = createInterface({ input: child.stderr });
    reader.on("line", (line) => {
      log(line);
      lines.splice(0, lines.push(line) - MAX_LOG_LINES);
      if (line.includes(READY)) resolve(true);
    });
    reader.once("close", () => resolve(false));
  });
  return { process: child, exited, lines, ready };
}

function waitForExit(child: ChildProcess, lines: string[]): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => {
      lines.push(error.message);
      resolve({ code: null, signal: null });
    });
  });
}

function supervise({ process: child, exited }: Attempt): Postmaster {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    child.kill("SIGINT");
    const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_LIMIT_MS);
    await exited;
    clearTimeout(timer);
  };
  return {
    pid: child.pid ?? 0,
    exited,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function toStartError(attempt: Attempt): Promise<EmbeddedPostgresError> {
  const { code, signal } = await attempt.exited;
  const message =
    attempt.lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ??
    `it ended with ${signal ?? `code ${code}`}`;
  return new EmbeddedPostgresError(
    `PostgreSQL could not start: ${message.replace(/^.*?(FATAL|PANIC):\s+/, "")}`,
    { mayPass: true },
  );
}
