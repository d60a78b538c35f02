import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import {
  type FileExtension,
  type FileStorage,
  type StoredFile,
  storagePath,
} from "../../platform/files/FileStorage.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { type CallLog, ProviderCalls } from "../ProviderCalls.ts";
import { connectS3, type S3Connection, type S3Settings, type S3Timeouts } from "./s3-client.ts";

type S3Operation<T> = (
  client: S3Connection["client"],
  sdk: S3Connection["sdk"],
  options: { abortSignal: AbortSignal },
) => Promise<T>;

/** Timeouts of requests to the bucket, in ms. */
export interface Timeouts extends S3Timeouts {
  /** Time for storing a local file of any length. */
  copyMs: number;
}

const defaultTimeouts: Timeouts = { connectMs: 2_000, answerMs: 10_000, stallMs: 20_000, copyMs: 600_000 };
const retryAfterS = 5;

function isNotFound(error: unknown): boolean {
  return error instanceof Error && error.name === "NoSuchKey";
}

/**
 * Stores files in a bucket of an S3-compatible service.
 * @throws AppError("unavailable") for refused requests and timeouts
 */
export class S3FileStorage implements FileStorage {
  readonly #settings: S3Settings;
  readonly #timeouts: Timeouts;
  readonly #calls: ProviderCalls;
  #connection: Promise<S3Connection> | null = null;

  constructor(
    settings: S3Settings,
    { log, timeouts = defaultTimeouts }: { log?: CallLog; timeouts?: Timeouts } = {},
  ) {
    this.#settings = settings;
    this.#timeouts = timeouts;
    // Each picture that a page shows is a call: those that succeed are of little interest.
    this.#calls = new ProviderCalls("s3", log, "debug");
  }

  async write(id: string, bytes: Buffer, extension: FileExtension = "webp"): Promise<string> {
    const filePath = storagePath(id, extension);
    await this.#run("put", async (client, sdk, options) => {
      const object = {
        ...this.#location(filePath),
        Body: bytes,
        ContentType: extension === "pdf" ? "application/pdf" : `image/${extension}`,
      };
      await client.send(new sdk.PutObjectCommand(object), options);
    });
    return filePath;
  }

  async copyFrom(id: string, localFile: string, extension: FileExtension): Promise<string> {
    const filePath = storagePath(id, extension);
    const { size } = await stat(localFile);
    await this.#run(
      "put",
      async (client, sdk, options) => {
        const object = {
          ...this.#location(filePath),
          Body: createReadStream(localFile),
          ContentLength: size,
          ContentType: `application/${extension}`,
        };
        // The timeout of the connection counts the whole upload.
        await client.send(new sdk.PutObjectCommand(object), {
          ...options,
          requestTimeout: this.#timeouts.copyMs,
        });
      },
      this.#timeouts.copyMs,
    );
    return filePath;
  }

  async read(filePath: string): Promise<StoredFile | null> {
    return await this.#run("get", async (client, sdk, options) => {
      try {
        const { Body, ContentLength } = await client.send(
          new sdk.GetObjectCommand(this.#location(filePath)),
          options,
        );
        if (Body === undefined || ContentLength === undefined) throw new Error("the answer has no length");
        return { body: Body as Readable, bytes: ContentLength };
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    });
  }

  async remove(filePath: string): Promise<void> {
    await this.#run("delete", (client, sdk, options) =>
      client.send(new sdk.DeleteObjectCommand(this.#location(filePath)), options),
    );
  }

  async check(): Promise<void> {
    const { bucket } = this.#settings;
    await this.#run("head", (client, sdk, options) =>
      client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), options),
    );
  }

  close(): void {
    void this.#connection?.then(({ client }) => client.destroy());
  }

  #location(filePath: string) {
    return { Bucket: this.#settings.bucket, Key: filePath };
  }

  async #run<T>(name: string, operation: S3Operation<T>, answerMs = this.#timeouts.answerMs): Promise<T> {
    const timeout = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      this.#connection ??= connectS3(this.#settings, this.#timeouts);
      const { client, sdk } = await this.#connection;
      timer = setTimeout(() => timeout.abort(), answerMs);
      return await this.#calls.run(name, () => operation(client, sdk, { abortSignal: timeout.signal }));
    } catch (cause) {
      throw Object.assign(new AppError("unavailable", {}, undefined, retryAfterS), { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}
