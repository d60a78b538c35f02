import type { ServerResponse } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { KITCHEN_PHONE } from "../kitchen/StaffDoor.ts";
import type { Inbox } from "../sms/Inbox.ts";

/** An order of the stand-in; `steps` follow from its status. */
export type DeskOrder = {
  order_id: string;
  status: string;
  refund_status: string;
  booking_time: string | null;
};

const NEXT: Record<string, string> = {
  paid: "accepted",
  accepted: "preparing",
  preparing: "ready_for_pickup",
  ready_for_pickup: "completed",
};

/** The staff's side of a product server with one store, as far as the kitchen sees it. */
export type StaffDesk = {
  url: string;
  orders: DeskOrder[];
  /** What happened: "code", "login", "<order> <status>". */
  log: string[];
  /** Last-Event-ID of each stream that was opened; empty for a fresh one. */
  streams: string[];
  /** Whether the kitchen's number is known here. */
  isListed: boolean;
  /** Makes a paid order, or changes one, and tells the open streams. */
  put: (order: Partial<DeskOrder> & { order_id: string }) => void;
  /** Makes all tokens invalid. */
  revoke: () => void;
  /** Ends the open streams. */
  hangUp: () => void;
};

/** Tells everybody who listens that something changed. */
class Loudspeaker {
  readonly #streams = new Set<ServerResponse>();
  #lastId = 1;

  add(stream: ServerResponse): void {
    stream.writeHead(200, { "content-type": "text/event-stream" });
    stream.write(`id: ${this.#lastId}\nevent: position\ndata: {"id":${this.#lastId}}\n\n`);
    this.#streams.add(stream);
    stream.once("close", () => this.#streams.delete(stream));
  }

  tell(): void {
    this.#lastId += 1;
    const text = `id: ${this.#lastId}\nevent: order\ndata: {"restaurant_id":"S1"}\n\n`;
    for (const stream of this.#streams) stream.write(text);
  }

  end(): void {
    for (const stream of this.#streams) stream.end();
  }
}

function doorRoutes(app: FastifyInstance, desk: StaffDesk, inbox: Inbox, tokens: Set<string>): void {
  app.addHook("onRequest", async ({ url, headers }, reply) => {
    const isOpen = url.startsWith("/api/v1/service_auth/") || url.startsWith("/api/v1/restaurant/list");
    if (!isOpen && !tokens.has(headers.authorization ?? "")) return reply.code(401).send({ data: null });
  });
  app.post("/api/v1/service_auth/send-code", async () => {
    desk.log.push("code");
    const message = { phone: KITCHEN_PHONE, text: "", code: "123456", at: new Date().toISOString() };
    if (desk.isListed) inbox.add(message);
    return { data: {} };
  });
  app.post("/api/v1/service_auth/login", async () => {
    desk.log.push("login");
    const token = `token-${desk.log.length}`;
    tokens.add(`Bearer ${token}`);
    return { data: { token } };
  });
}

function storeRoutes(app: FastifyInstance, desk: StaffDesk, speaker: Loudspeaker): void {
  const stores = [{ storecode: "S1" }];
  app.get("/api/v1/restaurant/list", async () => ({ data: { data: { stores, has_more: false } } }));
  app.get("/api/v1/order/admin/board", async () => {
    const open = desk.orders.filter(({ status }) => status in NEXT);
    const list = open.map((one) => ({ ...one, pickup_code: "A1", steps: [NEXT[one.status], "cancelled"] }));
    return { data: { list, has_more: false } };
  });
  app.post<{ Body: { order_id: string; to: string } }>("/api/v1/order/admin/advance", async ({ body }) => {
    desk.log.push(`${body.order_id} ${body.to}`);
    desk.put({ order_id: body.order_id, status: body.to });
    return { data: {} };
  });
  app.get("/api/v1/chat/admin/events", (request, reply) => {
    desk.streams.push(String(request.headers["last-event-id"] ?? ""));
    reply.hijack();
    speaker.add(reply.raw);
  });
}

/** Starts the stand-in on a free port; it ends with the test. Codes come into the inbox. */
export async function staffDesk(inbox: Inbox): Promise<StaffDesk> {
  const app = Fastify({ forceCloseConnections: true });
  const tokens = new Set<string>();
  const speaker = new Loudspeaker();
  const desk: StaffDesk = {
    url: "",
    orders: [],
    log: [],
    streams: [],
    isListed: true,
    put: (change) => {
      const found = desk.orders.find(({ order_id }) => order_id === change.order_id);
      if (found !== undefined) Object.assign(found, change);
      else desk.orders.push({ status: "paid", refund_status: "none", booking_time: null, ...change });
      speaker.tell();
    },
    revoke: () => tokens.clear(),
    hangUp: () => speaker.end(),
  };
  doorRoutes(app, desk, inbox, tokens);
  storeRoutes(app, desk, speaker);
  desk.url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return desk;
}
