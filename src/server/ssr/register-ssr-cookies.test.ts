import Fastify from "fastify";
import { expect, test } from "vitest";
import { setCaller } from "../platform/http/caller.ts";
import { registerSsrCookies } from "./register-ssr-cookies.ts";
import type { SsrSessions } from "./SsrSessions.ts";

test("a response that cannot be sent after the cookie was made is an error 500", async () => {
  const server = Fastify();
  server.addHook("onRequest", async (request) =>
    setCaller(request, { customerId: "c1", staffId: "", tokenHash: "hash" }),
  );
  // A payload that is neither text nor bytes: Fastify refuses to send it.
  server.addHook("onSend", async (_request, reply, payload) => (reply.statusCode < 400 ? 5 : payload));
  const sessions = { createCookie: async () => "ssr_session=1" } as unknown as SsrSessions;
  registerSsrCookies(server, sessions, () => false);
  server.get("/", async () => ({}));
  const { statusCode, headers } = await server.inject("/");
  expect([statusCode, headers["set-cookie"]]).toEqual([500, "ssr_session=1"]);
  await server.close();
});
