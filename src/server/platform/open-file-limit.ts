import { readFileSync } from "node:fs";
import { ConfigError } from "../read-env.ts";

/** What a process and the database it starts take, with some two hundred customers at once; more is for more of them. */
const minOpenFiles = 512;

/**
 * Refuses to start where the system allows too few open files: connections would be refused at some hour nobody looks.
 * Node.js has raised its own limit as far as it may. Only Linux tells. Throws ConfigError.
 */
export function assertOpenFileLimit(): void {
  if (process.platform !== "linux") return;
  const softLimit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  if (softLimit === undefined || Number(softLimit) >= minOpenFiles) return;
  throw new ConfigError(
    `Allow the server ${minOpenFiles} open files or more (ulimit -n, or LimitNOFILE= in a systemd unit): it may have ${softLimit}.`,
  );
}
