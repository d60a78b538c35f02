import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 20;
const START_TIME_FIELD = 19;

/** Search path for `setpriv`, `unshare`, `chown` and `ps`, whatever the caller's own PATH says. */
export const SYSTEM_PATH =
  "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

/** Result of a short command; a missing program counts as a failure. */
export type Outcome = { ok: boolean; stdout: string; stderr: string };

/** Runs a short command to its end with the bare environment of every database process; never rejects. */
export function run(file: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(file, [...args], { env: bareEnvironment(), cwd: "/" }, (error, stdout, stderr) => {
      resolve({ ok: error === null, stdout, stderr: stderr || (error?.message ?? "") });
    });
  });
}

/** Environment of every database process, without the server's own settings and secrets. */
export function bareEnvironment(): Record<string, string> {
  return { PATH: SYSTEM_PATH, LC_ALL: "C", TZ: "UTC" };
}

/**
 * Returns the command line of a living process, or undefined when it has ended (a zombie counts as ended).
 */
export async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") return await runPs(pid, "command=");
  const raw = await readProcess(pid, "cmdline");
  return raw === undefined || raw === "" ? undefined : raw.replaceAll("\0", " ").trim();
}

/** Returns a text that tells a process from a later one with the same id, or undefined when it has ended. */
export async function readStartTime(pid: number): Promise<string | undefined> {
  if (process.platform !== "linux") return await runPs(pid, "lstart=");
  const stat = await readProcess(pid, "stat");
  // The name in brackets may itself hold spaces and brackets, so fields are counted from behind it.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[START_TIME_FIELD];
}

/** Polls a condition until it holds; false when it still does not hold after `limitMs`. */
export async function waitUntil(condition: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

async function readProcess(pid: number, file: "cmdline" | "stat"): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH")) return undefined;
    throw error;
  }
}

async function runPs(pid: number, column: string): Promise<string | undefined> {
  const { ok, stdout } = await run("ps", ["-ww", "-o", column, "-p", String(pid)]);
  return ok && stdout.trim() !== "" ? stdout.trim() : undefined;
}

/** Returns whether an error carries one of the given system codes (such as ENOENT). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
