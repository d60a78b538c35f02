import { readFileSync } from "node:fs";
import { ConfigError } from "../read-env.ts";

/**
 * Enough for a process and the embedded database with two hundred concurrent customers; raise it for more.
 */
const minOpenFiles = 512;

/**
 * Refuses to start with too few open files, which would make connections fail at an unattended hour. Node.js
 * has already raised the soft limit as far as it may. Checks on Linux only.
 * @throws ConfigError
 */
export function assertOpenFileLimit(): void {
  if (process.platform !== "linux") return;
  const softLimit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  if (softLimit === undefined || Number(softLimit) >= minOpenFiles) return;
  throw new ConfigError(
    `Allow the server ${minOpenFiles} open files or more (ulimit -n, or LimitNOFILE= in a systemd unit): it may have ${softLimit}.`,
  );
}
