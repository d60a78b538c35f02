import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const compress = promisify(brotliCompress);
const quality = 5;
/** Less is not worth packing: it fits into the first packets anyway. */
const packedFrom = 1_000;

/** A whole answer as it goes over the wire, made once and sent many times. */
export class HotAnswer {
  readonly body: Buffer;
  /** The same content has the same tag in every process. */
  readonly etag: string;
  #packed: Buffer | null = null;
  #packing: Promise<void> | null = null;

  constructor(text: string) {
    this.body = Buffer.from(text);
    this.etag = `W/"${createHash("sha1").update(this.body).digest("base64url")}"`;
  }

  /** How much memory it takes at most. */
  get bytes(): number {
    return this.body.length * 2;
  }

  /** The brotli form; null while there is none. It is made beside the event loop when it is first asked for. */
  packed(): Buffer | null {
    if (this.#packed === null) void this.pack();
    return this.#packed;
  }

  /** Makes the brotli form now, unless it is not worth it. */
  async pack(): Promise<void> {
    if (this.body.length < packedFrom) return;
    this.#packing ??= compress(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).then(
      (packed) => {
        this.#packed = packed;
      },
    );
    await this.#packing;
  }
}

/** Puts data that is already text into the envelope of the contract. */
export function dataAnswer(data: string): HotAnswer {
  return new HotAnswer(`{"code":200,"msg":"ok","data":${data}}`);
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers["if-none-match"];
  if (tags === undefined) return false;
  const bare = etag.slice(2);
  return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === bare);
}

/** Sends it, packed for who takes that, or 304 to who has it already; it is asked for again before each use. */
export function sendHot(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HotAnswer,
  type = "application/json; charset=utf-8",
): FastifyReply {
  reply.header("cache-control", "no-cache").header("etag", answer.etag).header("vary", "accept-encoding");
  if (isKnown(request, answer.etag)) return reply.code(304).send();
  reply.type(type);
  const takesPacked = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const packed = takesPacked ? answer.packed() : null;
  return packed === null ? reply.send(answer.body) : reply.header("content-encoding", "br").send(packed);
}
