import type { S3Client } from "@aws-sdk/client-s3";
import type { Config } from "../../config.ts";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Address and key of a bucket. */
export type S3Settings = NonNullable<Config["s3"]>;

/** A client of a bucket with the library that makes its requests. */
export interface S3Connection {
  client: S3Client;
  sdk: Sdk;
}

/** Timeouts of requests, in ms. */
export interface S3Timeouts {
  connectMs: number;
  /** Time until a response begins, over all attempts. */
  answerMs: number;
  /** Maximum time without progress of a transfer, on our side or the reader's. */
  stallMs: number;
}

/** Number of times that a request is sent at most. */
const maxAttempts = 2;

/**
 * Loads the SDK and creates a client. Called on first use: the SDK takes longer to load than the rest of the
 * server, and most installations never need it.
 */
export async function connectS3(settings: S3Settings, timeouts: S3Timeouts): Promise<S3Connection> {
  const sdk = await import("@aws-sdk/client-s3");
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = settings;
  const { connectMs, answerMs, stallMs } = timeouts;
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs / maxAttempts,
      throwOnRequestTimeout: true,
      socketTimeout: stallMs,
    },
    // Trailing checksums are new, and not all S3-compatible services besides Amazon's understand them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { client, sdk };
}
