import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";

const markerHeader = "x-own-call";

/** Response to an internal request; `text` is empty when the given ETag still matches. */
export interface InternalResponse {
  text: string;
  etag: string;
  /** Age of a stale response from before the database became unavailable, in ms. */
  ageMs: number | undefined;
}

/** Returns null when the server is closing and refuses internal requests; rethrows other errors. */
function ignoreServerClosing(error: { code?: string }): null {
  if (error.code === "FST_ERR_REOPENED_CLOSE_SERVER") return null;
  throw error;
}

/**
 * Requests the server's own API as an anonymous visitor, without the network: not logged, not rate limited.
 */
export class InternalApi {
  // Secret, so that outside requests cannot imitate it.
  readonly #marker = randomUUID();

  /** Returns whether a request is an internal one. */
  isInternal = ({ headers }: { headers: Record<string, unknown> }): boolean =>
    headers[markerHeader] === this.#marker;

  /** Returns the response, or null when the request failed. `etag` is that of an already known response. */
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
