import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { clusterFolder, DATABASE_USER } from "./cluster.ts";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode } from "./processes.ts";

/**
 * Returns the URL of the database that a running server has in a data folder, for commands that work beside
 * it.
 * @throws EmbeddedPostgresError when no server runs there.
 */
export async function findRunningDatabase(dataDir: string): Promise<string> {
  const file = `${clusterFolder(resolve(dataDir))}/postmaster.pid`;
  const lines = (await readIfThere(file))?.split("\n") ?? [];
  // PostgreSQL writes: process, folder, start, port, folder of the socket, address, shared memory, state.
  const [port, socketDir] = [lines[3], lines[4]];
  if (!port || !socketDir) throw notRunningError(dataDir);
  return `postgres://${DATABASE_USER}@localhost:${port}/postgres?host=${encodeURIComponent(socketDir)}`;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function notRunningError(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `No server is running on the data folder ${dataDir}: start it first, or say with DATA_DIR or DATABASE_URL where it is.`,
  );
}
