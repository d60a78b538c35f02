import type { FastifyInstance, HTTPMethods } from "fastify";
import { AppError } from "./AppError.ts";

const methods: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Records the API routes registered from now on. Call the returned function after the last of them: each of
 * their paths then answers all other methods with 405 and an `Allow` header.
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
    // A separate scope loads after all scopes registered before, whose routes are known by then.
    server.register(async (scope) => {
      isClosed = true;
      for (const [url, registered] of methodsByUrl) {
        const allow = methods.filter((verb) => registered.has(verb)).join(", ");
        scope.route({
          url,
          method: methods.filter((verb) => !registered.has(verb)),
          schema: { hide: true },
          // Before the body is parsed, whose content type does not matter here.
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
