import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackupStorage, StoredObject } from "../../backup/physical/BackupStorage.ts";
import { removeUnchanged } from "../../backup/physical/remove-unchanged.ts";
import { connectS3, type S3Connection, type S3Settings } from "./s3-client.ts";

const timeouts = { connectMs: 5_000, answerMs: 30_000, stallMs: 60_000 };
/** Time for one upload, in ms: the largest file of a database has a gigabyte. */
const uploadMs = 600_000;
/** Number of objects deleted at once. */
const deleteBatch = 20;

function isNotFound(error: unknown): boolean {
  return error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");
}

/** Stores backups in a bucket of an S3-compatible service; `tempFolder` holds what is being uploaded. */
export class S3BackupStorage implements BackupStorage {
  readonly #settings: S3Settings;
  readonly #tempFolder: string;
  #connection: Promise<S3Connection> | null = null;

  constructor(settings: S3Settings, tempFolder: string) {
    this.#settings = settings;
    this.#tempFolder = tempFolder;
  }

  get label(): string {
    return `the bucket ${this.#settings.bucket}`;
  }

  /** Writes the content to a temporary file first: an upload has to name its length. */
  async write(name: string, content: Readable, signal?: AbortSignal): Promise<void> {
    const { client, sdk } = await this.#connect();
    await mkdir(this.#tempFolder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#tempFolder, randomBytes(8).toString("hex"));
    try {
      await pipeline(content, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
      const { size } = await stat(file);
      const object = { ...this.#location(name), Body: createReadStream(file), ContentLength: size };
      const command = new sdk.PutObjectCommand(object);
      await client.send(command, { requestTimeout: uploadMs, ...(signal && { abortSignal: signal }) });
    } finally {
      await rm(file, { force: true });
    }
  }

  async sync(): Promise<void> {}

  async read(name: string): Promise<Readable | null> {
    const { client, sdk } = await this.#connect();
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.#location(name)));
      if (Body === undefined) throw new Error(`the answer for ${name} has no content`);
      return Body as Readable;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async exists(name: string): Promise<boolean> {
    const { client, sdk } = await this.#connect();
    try {
      await client.send(new sdk.HeadObjectCommand(this.#location(name)));
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async list(prefix: string): Promise<StoredObject[]> {
    const { client, sdk } = await this.#connect();
    const objects: StoredObject[] = [];
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: this.#settings.bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages)
      for (const { Key: name, LastModified: modifiedAt } of Contents)
        if (name !== undefined && modifiedAt !== undefined) objects.push({ name, modifiedAt });
    return objects.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async remove(names: string[]): Promise<void> {
    const { client, sdk } = await this.#connect();
    for (let from = 0; from < names.length; from += deleteBatch)
      await Promise.all(
        names
          .slice(from, from + deleteBatch)
          .map((name) => client.send(new sdk.DeleteObjectCommand(this.#location(name)))),
      );
  }

  async removeLeftovers(): Promise<void> {
    await mkdir(this.#tempFolder, { recursive: true, mode: 0o700 });
    await removeUnchanged(this.#tempFolder, () => true);
  }

  close(): void {
    void this.#connection?.then(({ client }) => client.destroy());
  }

  #connect(): Promise<S3Connection> {
    this.#connection ??= connectS3(this.#settings, timeouts);
    return this.#connection;
  }

  #location(name: string) {
    return { Bucket: this.#settings.bucket, Key: name };
  }
}
