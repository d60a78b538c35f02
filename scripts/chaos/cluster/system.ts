import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 20;
const endMs = 10_000;

/** Runs a program of the system and returns what it prints. Throws with its message when it fails. */
export function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0)
    throw new Error(`${program} ${args.join(" ")} failed: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** Lists the processes in a network namespace. */
export function listPids(namespace: string): number[] {
  const text = run("ip", "netns", "pids", namespace);
  return text.split("\n").filter(Boolean).map(Number);
}

/** Removes an interface unless it is gone. */
export function removeInterface(name: string): void {
  if (existsSync(`/sys/class/net/${name}`)) run("ip", "link", "delete", name);
}

/** Kills all processes in a network namespace, and removes it with the interface of the same name that leads to it. */
export async function removeNamespace(namespace: string): Promise<void> {
  await killAll(() => listPids(namespace));
  removeInterface(namespace);
  run("ip", "netns", "delete", namespace);
}

/** Sends SIGKILL to the listed processes until none is left. Throws after ten seconds. */
export async function killAll(list: () => number[]): Promise<void> {
  const deadline = performance.now() + endMs;
  for (let pids = list(); pids.length > 0; pids = list()) {
    if (performance.now() > deadline) throw new Error(`processes ${pids.join(", ")} do not end`);
    for (const pid of pids) killProcess(pid);
    await sleep(pollMs);
  }
}

/** Kills a process unless it has just ended by itself. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
