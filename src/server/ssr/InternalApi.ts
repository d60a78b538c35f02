import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";

const markerHeader = "x-own-call";

/** The answer to a call that the server makes to itself; `text` is empty when the tag it was asked with still holds. */
export interface InternalResponse {
  text: string;
  etag: string;
  /** When it is from before the database went away. */
  ageMs: number | undefined;
}

/** A server that closes takes no calls of its own any more. */
function ignoreServerClosing(error: { code?: string }): null {
  if (error.code === "FST_ERR_REOPENED_CLOSE_SERVER") return null;
  throw error;
}

/** Calls that the server makes to itself as a visitor, without the network: neither logged nor counted against anybody. */
export class InternalApi {
  // Nobody outside knows it.
  readonly #marker = randomUUID();

  /** Whether a request is one of them. */
  isInternal = ({ headers }: { headers: Record<string, unknown> }): boolean =>
    headers[markerHeader] === this.#marker;

  /** Null when it was refused. `etag`: of the answer that is known already. */
  async fetch(server: FastifyInstance, url: string, etag?: string): Promise<InternalResponse | null> {
    const headers = { [markerHeader]: this.#marker, ...(etag && { "if-none-match": etag }) };
    const response = await server.inject({ url, headers }).catch(ignoreServerClosing);
    if (response === null) return null;
    const isSuccess = response.statusCode === 200 || response.statusCode === 304;
    if (!isSuccess) return null;
    const { age, etag: tag } = response.headers;
    return { text: response.body, etag: String(tag), ageMs: age === undefined ? age : Number(age) * 1_000 };
  }
}
