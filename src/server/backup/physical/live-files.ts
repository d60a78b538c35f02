import { createHash } from "node:crypto";
import { open, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { CliError } from "../../platform/CliError.ts";
import { hasCode } from "../../platform/embedded-postgres/processes.ts";
import { type BaseFile, zip } from "./base-manifest.ts";
import { forEachAtOnce } from "./for-each-at-once.ts";

const copiesAtOnce = 2;
/** Path of the file that tells the state of the database, inside its folder. */
export const controlFile = "global/pg_control";
const chunkBytes = 1_048_576;

/** Folders whose content a start of PostgreSQL creates anew, or which WAL files replace. */
const emptyFolders = new Set(
  "pg_dynshmem pg_notify pg_replslot pg_serial pg_snapshots pg_stat_tmp pg_subtrans pg_wal".split(" "),
);
const leftOutFiles = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|\w+\.signal)$/;
const temporaryNames = /(^|\/)(pgsql_tmp|pg_internal\.init)/;

/** Lists what a base backup has to hold, by paths inside the database's folder. */
export async function listContent(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const name = path.relative(cluster, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/");
    const [top = ""] = name.split("/");
    if (emptyFolders.has(top) && name !== top) continue;
    if (leftOutFiles.test(name) || temporaryNames.test(name)) continue;
    if (entry.isDirectory()) folders.push(name);
    else if (entry.isFile()) files.push(name);
    else throw new CliError(`${name} in ${cluster} is no ordinary file or folder: it cannot be backed up.`);
  }
  return { folders: folders.sort(), files: files.sort() };
}

/**
 * Hands each file of the running database, compressed, to `write`, which an abort of `signal` ends; returns what was
 * written. A file that is dropped meanwhile is left out.
 */
export async function copyFiles(
  cluster: string,
  { files, signal }: { files: string[]; signal: AbortSignal | undefined },
  write: (file: string, content: Readable, signal: AbortSignal) => Promise<void>,
): Promise<BaseFile[]> {
  const copied: BaseFile[] = [];
  await forEachAtOnce(files, { count: copiesAtOnce, signal }, async (name, stopped) => {
    const file = new LiveFile(path.join(cluster, name), name === controlFile);
    try {
      await write(name, zip(Readable.from(file.read())), stopped);
    } catch (error) {
      // A table was dropped: replaying the WAL does the same.
      if (hasCode(error, "ENOENT") && (error as NodeJS.ErrnoException).path === file.path) return;
      throw error;
    }
    copied.push({ path: name, bytes: file.bytes, sha256: file.hash.digest("hex") });
  });
  return copied.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file that the database may be writing to; what is torn is written again from the WAL. */
class LiveFile {
  readonly path: string;
  readonly hash = createHash("sha256");
  bytes = 0;
  readonly #isControlFile: boolean;

  constructor(file: string, isControlFile: boolean) {
    this.path = file;
    this.#isControlFile = isControlFile;
  }

  /** Yields the content up to the length that the file has at the beginning. */
  async *read(): AsyncGenerator<Buffer> {
    if (this.#isControlFile) yield this.#count(await readSteadyFile(this.path));
    else yield* this.#readChunks();
  }

  async *#readChunks(): AsyncGenerator<Buffer> {
    const handle = await open(this.path);
    try {
      const { size } = await handle.stat();
      while (this.bytes < size) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - this.bytes));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, this.bytes);
        if (bytesRead === 0) return;
        yield this.#count(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
  }

  #count(chunk: Buffer): Buffer {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    return chunk;
  }
}

/** Reads a small file until two reads agree: the control file is not in the WAL, so it must not be torn. */
async function readSteadyFile(file: string): Promise<Buffer> {
  let before = await readFile(file);
  for (;;) {
    const now = await readFile(file);
    if (now.equals(before)) return now;
    before = now;
  }
}
