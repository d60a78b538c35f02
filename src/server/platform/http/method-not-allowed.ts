import type { FastifyInstance, HTTPMethods } from "fastify";
import { AppError } from "./AppError.ts";

const methods: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Records the calls of the API that are bound from now on. The answered function has to be called after the last of them:
 * each of their paths then answers every other method with 405 and the methods that it has in `Allow`.
 */
export function trackRouteMethods(server: FastifyInstance): () => void {
  const methodsByUrl = new Map<string, Set<string>>();
  let isClosed = false;
  server.addHook("onRoute", ({ url, method }) => {
    if (isClosed || !url.startsWith("/api/")) return;
    const registered = methodsByUrl.get(url) ?? new Set();
    for (const verb of [method].flat()) registered.add(verb);
    methodsByUrl.set(url, registered);
  });
  return () => {
    // A scope of its own is opened after all that were opened before, whose calls are known by then.
    server.register(async (scope) => {
      isClosed = true;
      for (const [url, registered] of methodsByUrl) {
        const allow = methods.filter((verb) => registered.has(verb)).join(", ");
        scope.route({
          url,
          method: methods.filter((verb) => !registered.has(verb)),
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
