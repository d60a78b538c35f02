import type { FastifyInstance, HTTPMethods } from "fastify";
import { AppError } from "./AppError.ts";

const methods: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Records the calls of the API that are bound from now on. The answered function has to be called after the last of them:
 * each of their paths then answers every other method with 405 and the methods that it has in `Allow`.
 */
export function refuseOtherMethods(server: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>();
  let isClosed = false;
  server.addHook("onRoute", ({ url, method }) => {
    if (isClosed || !url.startsWith("/api/")) return;
    const taken = known.get(url) ?? new Set();
    for (const one of [method].flat()) taken.add(one);
    known.set(url, taken);
  });
  return () => {
    // A scope of its own is opened after all that were opened before, whose calls are known by then.
    server.register(async (scope) => {
      isClosed = true;
      for (const [url, taken] of known) {
        const allow = methods.filter((one) => taken.has(one)).join(", ");
        scope.route({
          url,
          method: methods.filter((one) => !taken.has(one)),
          schema: { hide: true },
          // Before the body is read, whose kind does not matter here.
          preParsing: async (_request, reply) => {
            reply.header("allow", allow);
            throw new AppError("method_not_allowed");
          },
          handler: () => undefined,
        });
      }
    });
  };
}
