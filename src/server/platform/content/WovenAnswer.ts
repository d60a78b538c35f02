import { constants, crc32, deflateRawSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { HotAnswer } from "./HotAnswer.ts";

/** What every gzip file begins with: its mark, "deflate", no names, no time, an unknown system. */
const gzipMark = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** One person's answer around the data of a kept one, which is neither written nor packed again for it. */
export class WovenAnswer {
  readonly before: Buffer;
  readonly shared: HotAnswer;
  readonly after: Buffer;

  /** `before` and `after` are the texts around the shared data; together they are one JSON text. */
  constructor(before: string, shared: HotAnswer, after: string) {
    this.before = Buffer.from(before);
    this.shared = shared;
    this.after = Buffer.from(after);
  }

  get body(): Buffer {
    return Buffer.concat([this.before, this.shared.data, this.after]);
  }

  /** The gzip form: pieces of deflate may follow each other when all but the last end on a whole byte. */
  async gzipped(): Promise<Buffer> {
    const { before, shared, after } = this;
    const middle = await shared.deflated();
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(after, crc32(shared.data, crc32(before))), 0);
    end.writeUInt32LE((before.length + shared.data.length + after.length) % 2 ** 32, 4);
    const begin = deflateRawSync(before, { finishFlush: constants.Z_SYNC_FLUSH });
    return Buffer.concat([gzipMark, begin, middle, deflateRawSync(after), end]);
  }
}

/** Sends it, packed for who takes that. */
export async function sendWoven(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: WovenAnswer,
): Promise<FastifyReply> {
  reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
  if (!/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))) return reply.send(answer.body);
  return reply.header("content-encoding", "gzip").send(await answer.gzipped());
}
