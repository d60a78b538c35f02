import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, deflateRaw, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** How an answer may be packed, the better one first. */
const encodings = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: quality }),
};
type ContentEncoding = keyof typeof encodings;

const deflate = promisify(deflateRaw);
const quality = 5;
/** Less is not worth packing: it fits into the first packets anyway. */
const minEncodedBytes = 1_000;

/** The envelope of the contract, around data that is already text. */
const envelope = { prefix: `{"code":200,"msg":"ok","data":`, suffix: "}" };

/** A whole answer as it goes over the wire, made once and sent many times. */
export class CachedResponse {
  readonly body: Buffer;
  /** The same content has the same tag in every process. */
  readonly etag: string;
  readonly #encoded = new Map<ContentEncoding, Buffer>();
  readonly #inFlight = new Map<ContentEncoding, Promise<void>>();
  #deflated: Promise<Buffer> | null = null;

  constructor(text: string) {
    this.body = Buffer.from(text);
    this.etag = `W/"${createHash("sha1").update(this.body).digest("base64url")}"`;
  }

  /** How much memory it takes at most. */
  get bytes(): number {
    return this.body.length * 2;
  }

  /** What names the content, without the marks that a header puts around it. */
  get version(): string {
    return this.etag.slice(3, -1);
  }

  /** The data inside the envelope. */
  get data(): Buffer {
    return this.body.subarray(envelope.prefix.length, -envelope.suffix.length);
  }

  /** The data as a piece of deflate that others may follow, made once beside the event loop. */
  async deflated(): Promise<Buffer> {
    this.#deflated ??= deflate(this.data, { finishFlush: constants.Z_SYNC_FLUSH });
    return await this.#deflated;
  }

  /** A packed form; null while there is none. It is made beside the event loop when it is first asked for. */
  encoded(encoding: ContentEncoding): Buffer | null {
    const encoded = this.#encoded.get(encoding);
    if (encoded === undefined) void this.encode(encoding);
    return encoded ?? null;
  }

  /** Makes a packed form now, unless it is not worth it. */
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

/** Puts data that is already text into the envelope of the contract. */
export function cachedJson(data: string): CachedResponse {
  return new CachedResponse(`${envelope.prefix}${data}${envelope.suffix}`);
}

function matchesEtag(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers["if-none-match"];
  if (tags === undefined) return false;
  const opaqueTag = etag.slice(2);
  return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === opaqueTag);
}

/** The best packing that a client takes; null when it takes none. */
function negotiateEncoding(request: FastifyRequest): ContentEncoding | null {
  const offered = String(request.headers["accept-encoding"] ?? "").split(",");
  const accepted = offered
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(";")[0]?.trim());
  return accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;
}

/** How an answer goes out. */
export interface SendOptions {
  /** JSON without it. */
  type?: string;
  /** How old it is, when nobody knows whether it is true still. */
  ageMs?: number | undefined;
}

/**
 * Sends it, packed for who takes that, or 304 to who has it already; it is asked for again before each use. An old one
 * tells its age, and nobody keeps it: what a browser has from before stays as it is.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { type = "application/json; charset=utf-8", ageMs }: SendOptions = {},
): FastifyReply {
  reply.header("etag", response.etag).header("vary", "accept-encoding");
  if (ageMs === undefined) {
    reply.header("cache-control", "no-cache");
    // What is missing is no less missing for whoever has seen that.
    if (reply.statusCode === 200 && matchesEtag(request, response.etag)) return reply.code(304).send();
  } else reply.header("cache-control", "no-store").header("age", Math.floor(ageMs / 1_000));
  reply.type(type);
  const encoding = negotiateEncoding(request);
  const encoded = encoding && response.encoded(encoding);
  return encoded === null
    ? reply.send(response.body)
    : reply.header("content-encoding", encoding).send(encoded);
}

/** The same, but the packed form is worth waiting for. */
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
