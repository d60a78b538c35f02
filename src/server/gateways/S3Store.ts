import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { Config } from "../config.ts";
import { AppError } from "../platform/AppError.ts";
import { type FileEnding, type FileStore, placeOf, type StoredFile } from "../platform/files/FileStore.ts";

type Sdk = typeof import("@aws-sdk/client-s3");
type Call<T> = (client: S3Client, sdk: Sdk, options: { abortSignal: AbortSignal }) => Promise<T>;

/** How long a bucket is waited for, in milliseconds. */
export interface Patience {
  connectMs: number;
  /** Until an answer begins, all tries together. */
  answerMs: number;
  /** How long a file may stand still on its way, at our side or at the reader's. */
  stallMs: number;
}

const usualPatience: Patience = { connectMs: 2_000, answerMs: 10_000, stallMs: 20_000 };
const tries = 2;
const retryAfterS = 5;

function isGone(error: unknown): boolean {
  return error instanceof Error && error.name === "NoSuchKey";
}

/** Files in a bucket of an S3-compatible store. What it refuses or does not answer in time is "unavailable". */
export class S3Store implements FileStore {
  readonly #settings: NonNullable<Config["s3"]>;
  readonly #patience: Patience;
  #opened: Promise<{ client: S3Client; sdk: Sdk }> | null = null;

  constructor(settings: NonNullable<Config["s3"]>, patience = usualPatience) {
    this.#settings = settings;
    this.#patience = patience;
  }

  async write(id: string, bytes: Buffer, ending: FileEnding = "webp"): Promise<string> {
    const place = placeOf(id, ending);
    await this.#ask(async (client, sdk, options) => {
      const object = { ...this.#at(place), Body: bytes, ContentType: `image/${ending}` };
      await client.send(new sdk.PutObjectCommand(object), options);
    });
    return place;
  }

  async read(place: string): Promise<StoredFile | null> {
    return await this.#ask(async (client, sdk, options) => {
      try {
        const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand(this.#at(place)), options);
        if (Body === undefined || ContentLength === undefined) throw new Error("the answer has no length");
        return { body: Body as Readable, bytes: ContentLength };
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    });
  }

  async remove(place: string): Promise<void> {
    await this.#ask((client, sdk, options) =>
      client.send(new sdk.DeleteObjectCommand(this.#at(place)), options),
    );
  }

  async check(): Promise<void> {
    const { bucket } = this.#settings;
    await this.#ask((client, sdk, options) =>
      client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), options),
    );
  }

  close(): void {
    void this.#opened?.then(({ client }) => client.destroy());
  }

  #at(place: string) {
    return { Bucket: this.#settings.bucket, Key: place };
  }

  async #ask<T>(call: Call<T>): Promise<T> {
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      this.#opened ??= this.#open();
      const { client, sdk } = await this.#opened;
      timer = setTimeout(() => late.abort(), this.#patience.answerMs);
      return await call(client, sdk, { abortSignal: late.signal });
    } catch (cause) {
      throw Object.assign(new AppError("unavailable", {}, undefined, retryAfterS), { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The library takes longer to load than the rest of the server, and most installations never need it. */
  async #open(): Promise<{ client: S3Client; sdk: Sdk }> {
    const sdk = await import("@aws-sdk/client-s3");
    const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = this.#settings;
    const { connectMs, answerMs, stallMs } = this.#patience;
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: pathStyle,
      maxAttempts: tries,
      requestHandler: {
        connectionTimeout: connectMs,
        requestTimeout: answerMs / tries,
        throwOnRequestTimeout: true,
        socketTimeout: stallMs,
      },
      // Checksums behind the body are news that other stores than Amazon's do not all understand.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
    return { client, sdk };
  }
}
