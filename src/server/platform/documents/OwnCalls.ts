import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";

const markName = "x-own-call";

/** The answer to a call that the server makes to itself; `text` is empty when the tag it was asked with still holds. */
export interface OwnAnswer {
  text: string;
  etag: string;
  /** When it is from before the database went away. */
  ageMs: number | undefined;
}

/** A server that closes takes no calls of its own any more. */
function nothingWhileClosing(error: { code?: string }): null {
  if (error.code === "FST_ERR_REOPENED_CLOSE_SERVER") return null;
  throw error;
}

/** Calls that the server makes to itself as a visitor, without the network: neither logged nor counted against anybody. */
export class OwnCalls {
  // Nobody outside knows it.
  readonly #mark = randomUUID();

  /** Whether a request is one of them. */
  isOwn = ({ headers }: { headers: Record<string, unknown> }): boolean => headers[markName] === this.#mark;

  /** Null when it was refused. `etag`: of the answer that is known already. */
  async ask(server: FastifyInstance, address: string, etag?: string): Promise<OwnAnswer | null> {
    const headers = { [markName]: this.#mark, ...(etag && { "if-none-match": etag }) };
    const answer = await server.inject({ url: address, headers }).catch(nothingWhileClosing);
    if (answer === null) return null;
    const isGood = answer.statusCode === 200 || answer.statusCode === 304;
    if (!isGood) return null;
    const { age, etag: tag } = answer.headers;
    return { text: answer.body, etag: String(tag), ageMs: age === undefined ? age : Number(age) * 1_000 };
  }
}
