import type { FastifyInstance } from "fastify";
import { pageHeaders } from "../security/content-security-policy.ts";
import type { ForwardedRequests } from "./ForwardedRequests.ts";

/** Adds the headers that every response has. */
export function addResponseHeaders(
  server: FastifyInstance,
  forwarded: ForwardedRequests,
  isDraining: () => boolean,
): void {
  server.addHook("onRequest", async ({ url, headers }, reply) => {
    await forwarded.observe(headers, reply);
    if (!url.startsWith("/api/")) reply.headers(pageHeaders);
  });
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // A connection left open after its last response would delay the shutdown until its idle timeout.
    if (isDraining()) reply.header("connection", "close");
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
  });
}
