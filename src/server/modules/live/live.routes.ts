import type { FastifyInstance, FastifyRequest } from "fastify";
import { customerEventsPath, staffEventsPath } from "#contract/live.ts";
import { authorizationOf, type Guard } from "../../platform/bind.ts";
import { userChannel } from "../../platform/live/channels.ts";
import type { EventHub } from "../../platform/live/EventHub.ts";
import type { EventStream, Follower } from "../../platform/live/EventStream.ts";

/** How long a client whose stream has ended may take to fetch the rest. */
const farewellMs = 1_000;

const common =
  "Server-sent events. The first is `position`, or `reset` when what came after Last-Event-ID is not kept any more. " +
  "A comment comes at least every 20 seconds, to staff every 3. ";

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // Neither stored nor packed nor collected on its way.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  // The stream is the last answer of its connection, so that its end frees the server at once when it stops.
  connection: "close",
};

interface StreamRoute {
  url: string;
  audience: "customer" | "staff";
  summary: string;
  description: string;
  /** Which channel somebody follows; throws for whoever may follow none. */
  channelOf: (subjectId: string) => Promise<string>;
}

/** A stream that comes when nobody waits for it any more is ended. */
async function openInTime(app: FastifyInstance, hub: EventHub, follower: Follower): Promise<EventStream> {
  let opening: Promise<EventStream> | undefined;
  try {
    return await app.orAway(() => {
      opening = hub.open(follower);
      return opening;
    });
  } catch (error) {
    opening?.then(
      (stream) => stream.destroy(),
      () => undefined,
    );
    throw error;
  }
}

function bindStream(app: FastifyInstance, guard: Guard, hub: EventHub, route: StreamRoute): void {
  const followers = new WeakMap<FastifyRequest, Follower>();
  const { url, audience, summary, description } = route;
  const produces = ["text/event-stream"];
  app.route({
    method: "GET",
    url,
    exposeHeadRoute: false,
    schema: { summary, description: common + description, security: [{ bearer: [] }], produces },
    preParsing: async (request, _reply, payload) => {
      const lastEventId = request.headers["last-event-id"]?.toString();
      const follower = await app.orAway(async () => {
        const who = await guard(authorizationOf(request), audience);
        return { ...who, audience, channel: await route.channelOf(who.subjectId), lastEventId };
      });
      followers.set(request, follower);
      return payload;
    },
    handler: async (request, reply) => {
      const stream = await openInTime(app, hub, followers.get(request) as Follower);
      stream.once("close", () => setTimeout(() => reply.raw.destroy(), farewellMs).unref());
      return reply.headers(headers).send(stream);
    },
  });
}

/** Where clients follow what happens to them, and staff what happens to customers. */
export function liveRoutes(
  app: FastifyInstance,
  guard: Guard,
  hub: EventHub,
  staffChannelOf: (staffId: string) => Promise<string>,
): void {
  app.addHook("preClose", () => hub.close());
  bindStream(app, guard, hub, {
    url: customerEventsPath,
    audience: "customer",
    summary: "The customer's live events",
    description: "Then `order` for every change of an order, `message` and `read` for the chat.",
    channelOf: async (userId) => userChannel(userId),
  });
  bindStream(app, guard, hub, {
    url: staffEventsPath,
    audience: "staff",
    summary: "What staff follow live",
    description:
      "Agents and admins: `message`, `read`, `session`, `order`, `refund_request`, `withdrawal` of all customers. " +
      "A store's member: `order` of that store.",
    channelOf: staffChannelOf,
  });
}
