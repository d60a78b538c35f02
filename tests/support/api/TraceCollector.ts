import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as a collector receives it: OTLP/HTTP as JSON (opentelemetry.io, OTLP specification). */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 for a server's, 3 for a client's. */
  kind: number;
  /** 2 for a failure. */
  status: { code?: number };
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
}

interface RawSpan extends Omit<ReceivedSpan, "attributes" | "links"> {
  attributes?: { key: string; value: Record<string, unknown> }[];
  links?: ReceivedSpan["links"];
}

interface TraceRequest {
  resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[];
}

/** A collector of traces that stores what it receives, refuses it, or never answers. */
export class TraceCollector {
  readonly spans: ReceivedSpan[] = [];
  /** Bodies and headers as received. */
  readonly requests: { body: string; headers: Record<string, unknown> }[] = [];
  /** Requests that it has not answered and whose sender still waits. */
  waitingCount = 0;
  behaviour: "takes" | "refuses" | "hangs" = "takes";
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a collector on a free port of loopback. */
  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on("request", async (request, response) => {
      collector.waitingCount += 1;
      response.once("close", () => {
        collector.waitingCount -= 1;
      });
      const body = await text(request);
      collector.requests.push({ body, headers: request.headers });
      if (collector.behaviour === "hangs") return;
      if (collector.behaviour === "refuses") response.writeHead(400).end();
      else {
        collector.#store(JSON.parse(body) as TraceRequest);
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lists the spans below a span. */
  childrenOf({ traceId, spanId }: ReceivedSpan): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #store({ resourceSpans }: TraceRequest): void {
    const raw = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    for (const { attributes = [], links = [], ...span } of raw)
      this.spans.push({
        ...span,
        links,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      });
  }
}
