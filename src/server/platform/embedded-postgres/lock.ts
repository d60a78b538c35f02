import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode, readStartTime } from "./processes.ts";

const ABSTRACT_NAME_LENGTH = 107;

/** A process that is just being started holds a copy of a released socket until its program is loaded. */
const lockAttempts = 10;
const lockRetryMs = 100;

/** Releases the lock on the data folder. */
export type Release = () => Promise<void>;

/**
 * Makes this process the only owner of the data folder (a real path) until released or ended.
 * @throws EmbeddedPostgresError when another server holds the lock
 */
export function lockDataFolder(folder: string): Promise<Release> {
  return process.platform === "linux" ? lockBySocket(folder) : lockByFile(folder);
}

/** Linux lock: an abstract socket name, which the kernel frees however the owner ends. */
export async function lockBySocket(folder: string): Promise<Release> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  for (let attempt = 1; !server.listening; attempt += 1) {
    try {
      server.listen(abstractName(folder));
      await once(server, "listening");
    } catch (error) {
      if (!hasCode(error, "EADDRINUSE")) throw error;
      if (attempt === lockAttempts) throw inUseError(folder);
      await sleep(lockRetryMs);
    }
  }
  return async () => {
    server.close();
    await once(server, "close");
  };
}

/** Lock on other systems: a file that names the owner by process id and start time. */
export async function lockByFile(folder: string): Promise<Release> {
  const file = join(folder, "owner.lock");
  const owner = `${process.pid} ${await readStartTime(process.pid)}`;
  if (!(await writeNew(file, owner))) {
    if (await isOwnerAlive(file)) throw inUseError(folder);
    await rm(file, { force: true });
    if (!(await writeNew(file, owner))) throw inUseError(folder);
  }
  return async () => await rm(file, { force: true });
}

// The full length leaves no room for padding, which Node versions fill in differently.
function abstractName(folder: string): string {
  const digest = createHash("sha512").update(folder).digest("hex");
  return `\0shidan-data-${digest}`.slice(0, ABSTRACT_NAME_LENGTH);
}

async function writeNew(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function isOwnerAlive(file: string): Promise<boolean> {
  const [pid, ...started] = (await readFile(file, "utf8")).split(" ");
  const now = await readStartTime(Number(pid));
  return now !== undefined && now === started.join(" ");
}

function inUseError(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The data folder ${folder} is already in use by another running server: stop that one first, or choose another folder with DATA_DIR.`,
  );
}
