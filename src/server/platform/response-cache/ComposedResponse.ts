import { constants, crc32, deflateRawSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CachedResponse } from "./CachedResponse.ts";

/** Header of a gzip file: magic number, "deflate", no names, no time, an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A personal response around cached shared data, which is neither serialised nor compressed again. */
export class ComposedResponse {
  readonly before: Buffer;
  readonly shared: CachedResponse;
  readonly after: Buffer;

  /** `before` and `after` are the texts around the shared data; together they are one JSON text. */
  constructor(before: string, shared: CachedResponse, after: string) {
    this.before = Buffer.from(before);
    this.shared = shared;
    this.after = Buffer.from(after);
  }

  get body(): Buffer {
    return Buffer.concat([this.before, this.shared.data, this.after]);
  }

  /**
   * Returns the gzip body: deflate segments may be concatenated when all but the last end on a whole byte.
   */
  async gzipped(): Promise<Buffer> {
    const { before, shared, after } = this;
    const middle = await shared.deflated();
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(after, crc32(shared.data, crc32(before))), 0);
    trailer.writeUInt32LE((before.length + shared.data.length + after.length) % 2 ** 32, 4);
    const head = deflateRawSync(before, { finishFlush: constants.Z_SYNC_FLUSH });
    return Buffer.concat([gzipHeader, head, middle, deflateRawSync(after), trailer]);
  }
}

/** Sends the response, with gzip where the client accepts it. */
export async function sendComposed(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ComposedResponse,
): Promise<void> {
  reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
  if (/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")))
    reply.header("content-encoding", "gzip").send(await response.gzipped());
  else reply.send(response.body);
}
