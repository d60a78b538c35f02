import type { FastifyBaseLogger } from "fastify";
import { withSpan } from "../platform/tracing/trace.ts";
import { GatewayError } from "./GatewayError.ts";

/** Where lines about calls go. */
export type CallLog = Pick<FastifyBaseLogger, "info" | "debug">;

/** Longest code in a line: a provider's answer is untrusted. */
const maxCodeLength = 64;

function toCode(error: unknown): string {
  if (error instanceof GatewayError) return error.code.slice(0, maxCodeLength);
  return error instanceof Error ? error.name.slice(0, maxCodeLength) : "error";
}

/** Makes calls to one provider, each with a span and a line in the log: operation, outcome and ms, nothing personal. */
export class ProviderCalls {
  readonly #provider: string;
  readonly #log: CallLog | null;
  readonly #level: keyof CallLog;

  /** `level` is that of calls which succeed; without a log, as in commands, nothing is written. */
  constructor(provider: string, log: CallLog | null = null, level: keyof CallLog = "info") {
    this.#provider = provider;
    this.#log = log;
    this.#level = level;
  }

  /** Runs one call. Rethrows its error. */
  async run<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const provider = this.#provider;
    const attributes = { "peer.service": provider, "shidan.operation": operation };
    return await withSpan({ name: `${provider} ${operation}`, kind: "client", attributes }, async () => {
      const startedAt = performance.now();
      const write = (level: keyof CallLog, code: string) => {
        const ms = Math.round((performance.now() - startedAt) * 10) / 10;
        this.#log?.[level]({ provider, operation, code, ms }, "provider called");
      };
      try {
        const result = await call();
        write(this.#level, "ok");
        return result;
      } catch (error) {
        write("info", toCode(error));
        throw error;
      }
    });
  }
}
