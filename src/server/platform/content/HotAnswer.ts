import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, deflateRaw, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** How an answer may be packed, the better one first. */
const packings = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: quality }),
};
type Packing = keyof typeof packings;

const deflate = promisify(deflateRaw);
const quality = 5;
/** Less is not worth packing: it fits into the first packets anyway. */
const packedFrom = 1_000;

/** The envelope of the contract, around data that is already text. */
const envelope = { begin: `{"code":200,"msg":"ok","data":`, end: "}" };

/** A whole answer as it goes over the wire, made once and sent many times. */
export class HotAnswer {
  readonly body: Buffer;
  /** The same content has the same tag in every process. */
  readonly etag: string;
  readonly #packed = new Map<Packing, Buffer>();
  readonly #underWay = new Map<Packing, Promise<void>>();
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
    return this.body.subarray(envelope.begin.length, -envelope.end.length);
  }

  /** The data as a piece of deflate that others may follow, made once beside the event loop. */
  async deflated(): Promise<Buffer> {
    this.#deflated ??= deflate(this.data, { finishFlush: constants.Z_SYNC_FLUSH });
    return await this.#deflated;
  }

  /** A packed form; null while there is none. It is made beside the event loop when it is first asked for. */
  packed(packing: Packing): Buffer | null {
    const packed = this.#packed.get(packing);
    if (packed === undefined) void this.pack(packing);
    return packed ?? null;
  }

  /** Makes a packed form now, unless it is not worth it. */
  async pack(packing: Packing): Promise<void> {
    if (this.body.length < packedFrom) return;
    const underWay =
      this.#underWay.get(packing) ??
      packings[packing](this.body).then((packed) => {
        this.#packed.set(packing, packed);
      });
    this.#underWay.set(packing, underWay);
    await underWay;
  }
}

/** Puts data that is already text into the envelope of the contract. */
export function dataAnswer(data: string): HotAnswer {
  return new HotAnswer(`${envelope.begin}${data}${envelope.end}`);
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers["if-none-match"];
  if (tags === undefined) return false;
  const bare = etag.slice(2);
  return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === bare);
}

/** The best packing that a client takes; null when it takes none. */
function packingFor(request: FastifyRequest): Packing | null {
  const wishes = String(request.headers["accept-encoding"] ?? "").split(",");
  const taken = wishes
    .filter((wish) => !/;\s*q=0(\.0*)?\s*$/.test(wish))
    .map((wish) => wish.split(";")[0]?.trim());
  return taken.includes("br") ? "br" : taken.includes("gzip") ? "gzip" : null;
}

/** How an answer goes out. */
export interface Sending {
  /** JSON without it. */
  type?: string;
  /** How old it is, when nobody knows whether it is true still. */
  ageMs?: number | undefined;
}

/**
 * Sends it, packed for who takes that, or 304 to who has it already; it is asked for again before each use. An old one
 * tells its age, and nobody keeps it: what a browser has from before stays as it is.
 */
export function sendHot(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HotAnswer,
  { type = "application/json; charset=utf-8", ageMs }: Sending = {},
): FastifyReply {
  reply.header("etag", answer.etag).header("vary", "accept-encoding");
  if (ageMs === undefined) {
    reply.header("cache-control", "no-cache");
    // What is missing is no less missing for whoever has seen that.
    if (reply.statusCode === 200 && isKnown(request, answer.etag)) return reply.code(304).send();
  } else reply.header("cache-control", "no-store").header("age", Math.floor(ageMs / 1_000));
  reply.type(type);
  const packing = packingFor(request);
  const packed = packing && answer.packed(packing);
  return packed === null ? reply.send(answer.body) : reply.header("content-encoding", packing).send(packed);
}

/** The same, but the packed form is worth waiting for. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HotAnswer,
  sending: Sending,
): Promise<FastifyReply> {
  const packing = packingFor(request);
  if (packing !== null) await answer.pack(packing);
  return sendHot(request, reply, answer, sending);
}
