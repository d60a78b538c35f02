import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode, readCommandLine, waitUntil } from "./processes.ts";

const FAST_LIMIT_MS = 10_000;
const IMMEDIATE_LIMIT_MS = 5_000;
const NO_PROCESS = 0;

/**
 * Cleans up after a killed run: stops a database that still runs on the cluster folder and waits until it is
 * gone, and removes a process file whose id now belongs to another program.
 */
export async function clearOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  const pid = await readPid(file);
  if (pid === undefined) return;
  if (await isServing(pid, cluster)) {
    log(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind.`);
    await stopProcess(pid, cluster);
  }
  // PostgreSQL removes the file of a vanished process itself, after more checks than are possible here.
  if (pid === NO_PROCESS || isRunning(pid)) await rm(file, { force: true });
}

async function stopProcess(pid: number, cluster: string): Promise<void> {
  const gone = async () => !(await isServing(pid, cluster));
  sendSignal(pid, "SIGINT", cluster);
  if (await waitUntil(gone, FAST_LIMIT_MS)) return;
  sendSignal(pid, "SIGQUIT", cluster);
  if (await waitUntil(gone, IMMEDIATE_LIMIT_MS)) return;
  throw stillRunningError(pid, cluster);
}

async function isServing(pid: number, cluster: string): Promise<boolean> {
  const commandLine = (await readCommandLine(pid)) ?? "";
  return commandLine.includes("postgres") && commandLine.includes(`-D ${cluster}`);
}

async function readPid(file: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(file, "utf8"), 10);
    // A single-user backend writes its id negated; a power cut may leave an empty file.
    return Number.isInteger(pid) ? Math.abs(pid) : NO_PROCESS;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, "ESRCH", "EPERM")) return false;
    throw error;
  }
}

function sendSignal(pid: number, name: NodeJS.Signals, cluster: string): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (hasCode(error, "ESRCH")) return;
    throw hasCode(error, "EPERM") ? stillRunningError(pid, cluster) : error;
  }
}

function stillRunningError(pid: number, cluster: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A PostgreSQL left by an earlier run (process ${pid}) still uses ${cluster} and does not stop: end it by hand, then start again.`,
  );
}
