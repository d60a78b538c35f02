import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, deflateRaw, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Supported content encodings, the better one first. */
const encodings = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: quality }),
};
type ContentEncoding = keyof typeof encodings;

const deflate = promisify(deflateRaw);
const quality = 5;
/** Smaller bodies are not worth compressing: they fit into the first packets anyway. */
const minEncodedBytes = 1_000;

/** The contract's envelope around serialised data. */
const envelope = { prefix: `{"code":200,"msg":"ok","data":`, suffix: "}" };

/** A complete response, serialised once and sent many times. */
export class CachedResponse {
  readonly body: Buffer;
  /** Weak ETag from the content, the same in every process. */
  readonly etag: string;
  readonly #encoded = new Map<ContentEncoding, Buffer>();
  readonly #inFlight = new Map<ContentEncoding, Promise<void>>();
  #deflated: Promise<Buffer> | null = null;

  constructor(text: string) {
    this.body = Buffer.from(text);
    this.etag = `W/"${createHash("sha1").update(this.body).digest("base64url")}"`;
  }

  /** Upper estimate of the memory used, in bytes. */
  get bytes(): number {
    return this.body.length * 2;
  }

  /** The ETag's value without prefix and quotes. */
  get version(): string {
    return this.etag.slice(3, -1);
  }

  /** The data inside the envelope. */
  get data(): Buffer {
    return this.body.subarray(envelope.prefix.length, -envelope.suffix.length);
  }

  /** Returns the data as a deflate segment that others may follow; compressed once, off the event loop. */
  async deflated(): Promise<Buffer> {
    this.#deflated ??= deflate(this.data, { finishFlush: constants.Z_SYNC_FLUSH });
    return await this.#deflated;
  }

  /**
   * Returns the compressed body; null until it is ready. The first call starts compressing in the thread
   * pool.
   */
  encoded(encoding: ContentEncoding): Buffer | null {
    const encoded = this.#encoded.get(encoding);
    if (encoded === undefined) void this.encode(encoding);
    return encoded ?? null;
  }

  /** Compresses the body now, unless it is too small. */
  async encode(encoding: ContentEncoding): Promise<void> {
    if (this.body.length < minEncodedBytes) return;
    const inFlight =
      this.#inFlight.get(encoding) ??
      encodings[encoding](this.body).then((encoded) => {
        this.#encoded.set(encoding, encoded);
      });
    this.#inFlight.set(encoding, inFlight);
    await inFlight;
  }
}

/** Wraps serialised data into the contract's envelope. */
export function cachedJson(data: string): CachedResponse {
  return new CachedResponse(`${envelope.prefix}${data}${envelope.suffix}`);
}

function matchesEtag(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers["if-none-match"];
  if (tags === undefined) return false;
  const opaqueTag = etag.slice(2);
  return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === opaqueTag);
}

/** Returns the best encoding that a client accepts; null when it accepts none. */
function negotiateEncoding(request: FastifyRequest): ContentEncoding | null {
  const offered = String(request.headers["accept-encoding"] ?? "").split(",");
  const accepted = offered
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(";")[0]?.trim());
  return accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;
}

/** Options of a sent response. */
export interface SendOptions {
  /** Content type; default JSON. */
  type?: string;
  /** Age of a stale response, in ms; undefined for a fresh one. */
  ageMs?: number | undefined;
  /** Whether it holds a customer's data: then nobody may store it. */
  isPrivate?: boolean;
}

/**
 * Sends a cached response in an encoding that the client accepts, or 304 for a matching ETag; clients must
 * revalidate before each use. A stale response carries its age and is sent with no-store, so that the
 * browser's earlier copy stays as it is.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { type = "application/json; charset=utf-8", ageMs, isPrivate = false }: SendOptions = {},
): FastifyReply {
  reply.header("vary", isPrivate ? "accept-encoding, cookie" : "accept-encoding");
  if (isPrivate) reply.header("cache-control", "private, no-store");
  else if (ageMs === undefined) {
    reply.header("cache-control", "no-cache").header("etag", response.etag);
    // Error pages are never answered with 304.
    if (reply.statusCode === 200 && matchesEtag(request, response.etag)) return reply.code(304).send();
  } else {
    reply
      .header("cache-control", "no-store")
      .header("etag", response.etag)
      .header("age", Math.floor(ageMs / 1_000));
  }
  reply.type(type);
  const encoding = negotiateEncoding(request);
  const encoded = encoding && response.encoded(encoding);
  return encoded === null
    ? reply.send(response.body)
    : reply.header("content-encoding", encoding).send(encoded);
}

/** Sends a cached response like sendCached, but waits until the compressed body is ready. */
export async function sendCachedEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  options: SendOptions,
): Promise<FastifyReply> {
  const encoding = negotiateEncoding(request);
  if (encoding !== null) await response.encode(encoding);
  return sendCached(request, reply, response, options);
}
