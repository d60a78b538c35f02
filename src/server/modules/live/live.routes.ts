import type { FastifyInstance, FastifyRequest } from "fastify";
import { customerEventsPath } from "#contract/live.ts";
import { authorizationOf, type Guard } from "../../platform/bind.ts";
import { userChannel } from "../../platform/live/channels.ts";
import type { EventHub } from "../../platform/live/EventHub.ts";
import type { Follower } from "../../platform/live/EventStream.ts";

/** How long a client whose stream has ended may take to fetch the rest. */
const farewellMs = 1_000;

const schema = {
  summary: "The customer's live events",
  description:
    "Server-sent events. The first is `position`, or `reset` when what came after Last-Event-ID is not kept any more; " +
    "then `order` for every change of an order. A comment comes at least every 20 seconds.",
  security: [{ bearer: [] }],
  produces: ["text/event-stream"],
};

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // Neither stored nor packed nor collected on its way.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  // The stream is the last answer of its connection, so that its end frees the server at once when it stops.
  connection: "close",
};

/** Where clients follow what happens to them. */
export function liveRoutes(app: FastifyInstance, guard: Guard, hub: EventHub): void {
  const followers = new WeakMap<FastifyRequest, Follower>();
  app.addHook("preClose", () => hub.close());
  app.route({
    method: "GET",
    url: customerEventsPath,
    exposeHeadRoute: false,
    schema,
    preParsing: async (request, _reply, payload) => {
      const who = await guard(authorizationOf(request), "customer");
      const lastEventId = request.headers["last-event-id"]?.toString();
      const channel = userChannel(who.subjectId);
      followers.set(request, { ...who, audience: "customer", channel, lastEventId });
      return payload;
    },
    handler: async (request, reply) => {
      const stream = await hub.open(followers.get(request) as Follower);
      stream.once("close", () => setTimeout(() => reply.raw.destroy(), farewellMs).unref());
      return reply.headers(headers).send(stream);
    },
  });
}
