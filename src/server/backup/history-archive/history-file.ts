import { createHash } from "node:crypto";
import { type Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { CliError } from "../../platform/CliError.ts";
import type { BackupStorage } from "../physical/BackupStorage.ts";

/** A file of a storage. */
interface HistoryFile {
  storage: BackupStorage;
  file: string;
}

/** Passes bytes on and digests them. */
class Digest extends Transform {
  readonly #hash = createHash("sha256");

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, data: Buffer) => void) {
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Returns the SHA-256 of all bytes in hexadecimal; none may come after it. */
  hexDigest(): string {
    return this.#hash.digest("hex");
  }
}

/**
 * Writes what a COPY statement sends as a file and makes it durable. Calls `onRead` as soon as all rows are read, which may be long
 * before they are stored. Returns the digest before compression.
 */
export async function writeHistoryFile(
  client: pg.ClientBase,
  statement: string,
  { storage, file }: HistoryFile,
  onRead: () => Promise<unknown>,
): Promise<string> {
  const digest = new Digest();
  const zip = createGzip({ level: 6 });
  const packed = pipeline(client.query(copyTo(statement)), digest, zip);
  await Promise.all([packed.then(onRead), storage.write(file, zip)]);
  await storage.sync();
  return digest.hexDigest();
}

/**
 * Returns the digest of a file as it is stored.
 * @throws CliError when there is no such file, or it is damaged
 */
export async function digestHistoryFile(stored: HistoryFile): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return await unpack(await open(stored), stored, nowhere);
}

/**
 * Reads a file into a table by a COPY statement; returns the digest of what was read.
 * @throws CliError when there is no such file, or it is damaged
 */
export async function copyHistoryFile(
  client: pg.ClientBase,
  statement: string,
  stored: HistoryFile,
): Promise<string> {
  // Opened first: an error of the statement has to meet the pipeline that waits for it.
  const content = await open(stored);
  const rows = client.query(copyFrom(statement));
  // When the file fails, the reason is thrown already by the time the statement reports its end.
  rows.on("error", () => undefined);
  return await unpack(content, stored, rows);
}

async function open({ storage, file }: HistoryFile): Promise<Readable> {
  const content = await storage.read(file);
  if (content === null) throw new CliError(`${file} is not in ${storage.label}.`);
  return content;
}

async function unpack(content: Readable, { storage, file }: HistoryFile, target: Writable): Promise<string> {
  const digest = new Digest();
  try {
    await pipeline(content, createGunzip(), digest, target);
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith("Z_"))
      throw new CliError(`${file} in ${storage.label} is damaged.`);
    throw error;
  }
  return digest.hexDigest();
}
