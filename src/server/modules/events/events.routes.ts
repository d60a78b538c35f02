import type { FastifyInstance, FastifyRequest } from "fastify";
import { customerEventsPath, staffEventsPath } from "#contract/events.ts";
import { userChannel } from "../../platform/events/channels.ts";
import type { EventHub } from "../../platform/events/EventHub.ts";
import type { SseConnection, Subscriber } from "../../platform/events/SseConnection.ts";
import { authenticateAs, type Guard } from "../../platform/http/caller.ts";

/** Time in ms that a client may take to read the rest of an ended stream. */
const closeGraceMs = 1_000;

const commonDescription =
  "Server-sent events. The first is `position`, or `reset` when what came after Last-Event-ID is not kept any more. " +
  "A comment comes at least every 20 seconds, to staff every 3. ";

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // Neither cached, compressed nor buffered on its way.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  // The stream is the last response of its connection, so that its end frees the server at once on shutdown.
  connection: "close",
};

interface StreamRoute {
  url: string;
  audience: "customer" | "staff";
  summary: string;
  description: string;
  /** Returns the channel that a subject may follow; throws for a subject without one. */
  getChannel: (subjectId: string, request: FastifyRequest) => Promise<string>;
}

/** Returns the restaurant that a query names, if it names one. */
function readRestaurantId({ query }: FastifyRequest): string | undefined {
  const { restaurant_id: id } = query as Record<string, unknown>;
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Opens a stream; one that opens after its request was given up is destroyed. */
async function openOrDestroy(
  app: FastifyInstance,
  hub: EventHub,
  subscriber: Subscriber,
): Promise<SseConnection> {
  let opening: Promise<SseConnection> | undefined;
  try {
    return await app.withLoadShedding(() => {
      opening = hub.open(subscriber);
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

function registerStream(app: FastifyInstance, guard: Guard, hub: EventHub, route: StreamRoute): void {
  const subscribers = new WeakMap<FastifyRequest, Subscriber>();
  const { url, audience, summary, description } = route;
  const produces = ["text/event-stream"];
  app.route({
    method: "GET",
    url,
    exposeHeadRoute: false,
    schema: { summary, description: commonDescription + description, security: [{ bearer: [] }], produces },
    preParsing: async (request, _reply, payload) => {
      const lastEventId = request.headers["last-event-id"]?.toString();
      const subscriber = await app.withLoadShedding(async () => {
        const principal = await authenticateAs(request, guard, audience);
        return {
          ...principal,
          audience,
          channel: await route.getChannel(principal.subjectId, request),
          lastEventId,
        };
      });
      subscribers.set(request, subscriber);
      return payload;
    },
    handler: async (request, reply) => {
      const stream = await openOrDestroy(app, hub, subscribers.get(request) as Subscriber);
      stream.once("close", () => setTimeout(() => reply.raw.destroy(), closeGraceMs).unref());
      return reply.headers(headers).send(stream);
    },
  });
}

/** Registers the event streams: customers follow their own events, staff those of customers. */
export function eventRoutes(
  app: FastifyInstance,
  guard: Guard,
  hub: EventHub,
  getStaffChannel: (staffId: string, restaurantId: string | undefined) => Promise<string>,
): void {
  app.addHook("preClose", () => hub.close());
  registerStream(app, guard, hub, {
    url: customerEventsPath,
    audience: "customer",
    summary: "The customer's live events",
    description:
      "Then `order` for every change of an order, `invoice` for one of an invoice, `message` and `read` for the chat.",
    getChannel: async (userId) => userChannel(userId),
  });
  registerStream(app, guard, hub, {
    url: staffEventsPath,
    audience: "staff",
    summary: "What staff follow live",
    description:
      "Agents and admins: `message`, `read`, `session`, `order`, `refund_request`, `withdrawal`, `invoice` of all customers. " +
      "A store's member: `order`, `order_alarm` and `refund_request` of that store, which `restaurant_id` names for those " +
      "with several.",
    getChannel: (staffId, request) => getStaffChannel(staffId, readRestaurantId(request)),
  });
}
