import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { findCaller, getAuthorization } from "../platform/http/caller.ts";
import type { SsrSessions } from "./SsrSessions.ts";

/**
 * Gives a browser the cookie that names its login with the first response to a call of that login, and takes it away
 * at the logout. Logins from before the cookie existed get it as well.
 */
export function registerSsrCookies(
  server: FastifyInstance,
  sessions: SsrSessions,
  isInternal: (request: FastifyRequest) => boolean,
): void {
  const setCookie = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = getAuthorization(request)?.slice("Bearer ".length) ?? "";
    if (request.routeOptions.url === userEndpoints.logout.path) {
      reply.header("set-cookie", sessions.createRemoval());
      return;
    }
    try {
      const cookie = await sessions.createCookie(token, request.headers.cookie);
      if (cookie !== null) reply.header("set-cookie", cookie);
    } catch (err) {
      // The call itself is done: its response must not fail because the next document will be a shell.
      request.log.warn({ err }, "the cookie of a login could not be signed");
    }
  };
  server.addHook("onSend", (request, reply, _payload, done) => {
    if (!findCaller(request)?.customerId || reply.statusCode >= 400 || isInternal(request)) return done();
    // A promise: when sending fails after it, Fastify answers 500; after a callback, the failure would end the process.
    return setCookie(request, reply);
  });
}
