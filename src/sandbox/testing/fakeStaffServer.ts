import type { ServerResponse } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { KITCHEN_PHONE } from "../kitchen/StaffApiClient.ts";
import type { Inbox } from "../sms/Inbox.ts";

/** An order of the fake server; `steps` follow from its status. */
export type FakeOrder = {
  order_id: string;
  status: string;
  refund_status: string;
  booking_time: string | null;
};

const NEXT_STATUS: Record<string, string> = {
  paid: "accepted",
  accepted: "preparing",
  preparing: "ready_for_pickup",
  ready_for_pickup: "completed",
};

/** Staff API of a product server with one restaurant, as far as the kitchen uses it. */
export type FakeStaffServer = {
  url: string;
  orders: FakeOrder[];
  /** Log of events: "code", "login", "<order> <status>". */
  log: string[];
  /** Last-Event-ID of each opened stream; empty for a fresh one. */
  streams: string[];
  /** Whether the kitchen's phone number is known here. */
  isKitchenKnown: boolean;
  /** Creates or changes a paid order and notifies the open streams. */
  upsertOrder: (order: Partial<FakeOrder> & { order_id: string }) => void;
  /** Invalidates all tokens. */
  revokeTokens: () => void;
  /** Ends the open streams. */
  closeStreams: () => void;
};

/** Notifies all open streams of changes. */
class EventBroadcaster {
  readonly #streams = new Set<ServerResponse>();
  #lastId = 1;

  add(stream: ServerResponse): void {
    stream.writeHead(200, { "content-type": "text/event-stream" });
    stream.write(`id: ${this.#lastId}\nevent: position\ndata: {"id":${this.#lastId}}\n\n`);
    this.#streams.add(stream);
    stream.once("close", () => this.#streams.delete(stream));
  }

  broadcast(): void {
    this.#lastId += 1;
    const text = `id: ${this.#lastId}\nevent: order\ndata: {"restaurant_id":"S1"}\n\n`;
    for (const stream of this.#streams) stream.write(text);
  }

  closeAll(): void {
    for (const stream of this.#streams) stream.end();
  }
}

function authRoutes(app: FastifyInstance, server: FakeStaffServer, inbox: Inbox, tokens: Set<string>): void {
  app.addHook("onRequest", async ({ url, headers }, reply) => {
    const isOpen = url.startsWith("/api/v1/service_auth/") || url.startsWith("/api/v1/restaurant/list");
    if (!isOpen && !tokens.has(headers.authorization ?? "")) return reply.code(401).send({ data: null });
  });
  app.post("/api/v1/service_auth/send-code", async () => {
    server.log.push("code");
    const message = { phone: KITCHEN_PHONE, text: "", code: "123456", at: new Date().toISOString() };
    if (server.isKitchenKnown) inbox.add(message);
    return { data: {} };
  });
  app.post("/api/v1/service_auth/login", async () => {
    server.log.push("login");
    const token = `token-${server.log.length}`;
    tokens.add(`Bearer ${token}`);
    return { data: { token } };
  });
}

function restaurantRoutes(
  app: FastifyInstance,
  server: FakeStaffServer,
  broadcaster: EventBroadcaster,
): void {
  const stores = [{ storecode: "S1" }];
  app.get("/api/v1/restaurant/list", async () => ({ data: { data: { stores, has_more: false } } }));
  app.get("/api/v1/order/admin/board", async () => {
    const open = server.orders.filter(({ status }) => status in NEXT_STATUS);
    const list = open.map((order) => ({
      ...order,
      pickup_code: "A1",
      steps: [NEXT_STATUS[order.status], "cancelled"],
    }));
    return { data: { list, has_more: false } };
  });
  app.post<{ Body: { order_id: string; to: string } }>("/api/v1/order/admin/advance", async ({ body }) => {
    server.log.push(`${body.order_id} ${body.to}`);
    server.upsertOrder({ order_id: body.order_id, status: body.to });
    return { data: {} };
  });
  app.get("/api/v1/chat/admin/events", (request, reply) => {
    server.streams.push(String(request.headers["last-event-id"] ?? ""));
    reply.hijack();
    broadcaster.add(reply.raw);
  });
}

/** Starts the fake server on a free port; it ends with the test. Codes are sent to the inbox. */
export async function fakeStaffServer(inbox: Inbox): Promise<FakeStaffServer> {
  const app = Fastify({ forceCloseConnections: true });
  const tokens = new Set<string>();
  const broadcaster = new EventBroadcaster();
  const server: FakeStaffServer = {
    url: "",
    orders: [],
    log: [],
    streams: [],
    isKitchenKnown: true,
    upsertOrder: (change) => {
      const found = server.orders.find(({ order_id }) => order_id === change.order_id);
      if (found !== undefined) Object.assign(found, change);
      else server.orders.push({ status: "paid", refund_status: "none", booking_time: null, ...change });
      broadcaster.broadcast();
    },
    revokeTokens: () => tokens.clear(),
    closeStreams: () => broadcaster.closeAll(),
  };
  authRoutes(app, server, inbox, tokens);
  restaurantRoutes(app, server, broadcaster);
  server.url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return server;
}
