import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../config.ts";

/**
 * Notices that requests come through a proxy which the settings do not name: all customers then count as one address,
 * and share its limits.
 */
export class ForwardedRequests {
  readonly #isIgnored: boolean;
  readonly #log: FastifyBaseLogger;
  /** Whether such a request came. */
  hasIgnored = false;

  constructor(trustProxy: Config["trustProxy"], log: FastifyBaseLogger) {
    this.#isIgnored = trustProxy === false || trustProxy === 0;
    this.#log = log;
  }

  /** Looks at the headers of a request; the first one that was forwarded is logged. */
  observe(headers: Record<string, unknown>): void {
    if (!this.#isIgnored || this.hasIgnored || headers["x-forwarded-for"] === undefined) return;
    this.hasIgnored = true;
    this.#log.warn(
      "Requests come with X-Forwarded-For, but TRUST_PROXY is 0: all customers count as one address. Set TRUST_PROXY to the number of proxies in front.",
    );
  }
}
