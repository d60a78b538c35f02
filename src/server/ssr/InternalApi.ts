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
 * Reads the server's own API without the network, as an anonymous visitor or as a customer: not logged, not rate
 * limited.
 */
export class InternalApi {
  // Secret, so that outside requests cannot imitate it.
  readonly #marker = randomUUID();

  /** Returns whether a request is an internal one. */
  isInternal = ({ headers }: { headers: Record<string, unknown> }): boolean =>
    headers[markerHeader] === this.#marker;

  /** Returns the token's hash of an internal request made as a customer; null for every other header. */
  findTokenHash = (authorization: string | undefined): string | null => {
    const prefix = `Internal ${this.#marker} `;
    return authorization?.startsWith(prefix) === true ? authorization.slice(prefix.length) : null;
  };

  /**
   * Returns the response, or null when the request failed. `etag` is that of an already known response; with
   * `tokenHash` the request is made as the customer of that login.
   */
  async fetch(
    server: FastifyInstance,
    url: string,
    { etag, tokenHash }: { etag?: string | undefined; tokenHash?: string | undefined } = {},
  ): Promise<InternalResponse | null> {
    const headers = {
      [markerHeader]: this.#marker,
      ...(etag !== undefined && { "if-none-match": etag }),
      ...(tokenHash !== undefined && { authorization: `Internal ${this.#marker} ${tokenHash}` }),
    };
    const response = await server.inject({ url, headers }).catch(ignoreServerClosing);
    if (response === null) return null;
    const isSuccess = response.statusCode === 200 || response.statusCode === 304;
    if (!isSuccess) return null;
    const { age, etag: tag } = response.headers;
    return { text: response.body, etag: String(tag), ageMs: age === undefined ? age : Number(age) * 1_000 };
  }
}
