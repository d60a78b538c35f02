import { performance } from "node:perf_hooks";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { toLoggedNetwork } from "../limits/client-network.ts";
import { createTraceId, runInTrace, type Span, type Trace, type Tracer } from "../tracing/trace.ts";
import { parseTraceparent, type TraceParent } from "../tracing/traceparent.ts";
import { findCaller } from "./caller.ts";
import { isPageRequest, pagesRoute } from "./error-page.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** "debug" for routes of files and probes: their many requests are of interest only when they fail. */
    requestLogLevel?: "debug";
  }
}

type IsInternal = (request: { headers: Record<string, unknown> }) => boolean;
type Level = "debug" | "info" | "warn" | "error";

/** What a request's log line needs besides the request itself. */
interface RequestRecord {
  trace: Trace;
  startedAt: number;
  /** Shortened, and read at the beginning: a client that has disconnected has no address any more. */
  network: string;
  failure: { error: unknown; level: Level } | null;
  /** Whether its line is written. */
  isClosed: boolean;
}

interface RequestLine {
  method: string;
  route: string;
  /** Undefined when the client left before a response began. */
  status: number | undefined;
  principal?: string;
  err?: unknown;
}

const records = new WeakMap<FastifyRequest, RequestRecord>();

/** Adds the reason of a failure to the line of its request; after the client has left it gets a line of its own. */
export function noteFailure(request: FastifyRequest, error: unknown, level: Level): void {
  const record = records.get(request);
  if (record === undefined || record.isClosed) request.log[level]({ err: error }, "request failed");
  else record.failure = { error, level };
}

/** Leaves out Fastify's own two lines for each request; RequestLog writes one instead. */
export class OneLineLogController extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override streamError(error: Error, request: FastifyRequest): void {
    if ("code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
    noteFailure(request, error, "warn");
  }
}

/** Returns the caller's trace when a trusted proxy sent it: anybody could send the header directly. */
function findProxyTrace(request: FastifyRequest): TraceParent | null {
  const header = request.headers.traceparent;
  if (typeof header !== "string") return null;
  // Holds more than the sender's own address only when the sender is trusted (TRUST_PROXY) and forwarded the request.
  const isForwarded = (request.ips?.length ?? 0) > 1;
  return isForwarded ? parseTraceparent(header) : null;
}

/** Returns whether a request got one of the many files and probes, whose lines matter only when they fail. */
function isRoutine(request: FastifyRequest, status: number): boolean {
  if (status >= 400) return false;
  const { url, config } = request.routeOptions;
  return config.requestLogLevel === "debug" || (url === pagesRoute && !isPageRequest(request));
}

function describeCaller(request: FastifyRequest): { principal?: string; subject?: string } {
  const caller = findCaller(request);
  if (caller === undefined) return {};
  const { staffId, customerId } = caller;
  if (staffId !== "") return { principal: "staff", subject: staffId };
  return customerId === "" ? { principal: "public" } : { principal: "customer", subject: customerId };
}

/** Writes one line for each finished request, and puts everything that a request does into its trace. */
export class RequestLog {
  readonly #isInternal: IsInternal;
  #tracer: Tracer | null = null;

  /** Internal requests belong to the request that makes them: they have no line and no trace of their own. */
  constructor(isInternal: IsInternal) {
    this.#isInternal = isInternal;
  }

  /** Adds the hook; call it before any other hook and route is registered. */
  register(server: FastifyInstance, tracer: Tracer | null): void {
    this.#tracer = tracer;
    server.addHook("onRequest", (request, reply, done) => {
      if (this.#isInternal(request)) done();
      else runInTrace(this.open(request, reply).trace, done);
    });
  }

  /** Opens the trace of a request, and logs the request once its response is sent or its client is gone. */
  open(request: FastifyRequest, reply: FastifyReply): RequestRecord {
    const parent = findProxyTrace(request);
    const id = parent?.traceId ?? createTraceId(request.id);
    const name = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    const span = this.#tracer?.startRoot({ name, kind: "server" }, parent ?? { traceId: id }) ?? null;
    const record: RequestRecord = {
      trace: { id, span },
      startedAt: performance.now(),
      network: toLoggedNetwork(request.ip),
      failure: null,
      isClosed: false,
    };
    records.set(request, record);
    reply.raw.once("close", () => this.#close(request, reply, record));
    return record;
  }

  #close(request: FastifyRequest, reply: FastifyReply, record: RequestRecord): void {
    record.isClosed = true;
    const { trace, failure, network } = record;
    const isAborted = !reply.raw.writableEnded;
    const status = isAborted && !reply.raw.headersSent ? undefined : reply.statusCode;
    const level = failure?.level ?? (isRoutine(request, status ?? 400) ? "debug" : "info");
    const outcome = failure ? "failed" : isAborted ? "aborted" : "completed";
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status,
      ms: Math.round((performance.now() - record.startedAt) * 10) / 10,
      ...describeCaller(request),
      network,
      trace: trace.id,
      err: failure?.error,
    };
    request.log[level](line, `request ${outcome}`);
    if (trace.span !== null) endSpan(trace.span, line);
  }
}

/** Ends a request's span; only a failure of the server makes it a failed one. */
function endSpan(span: Span, { method, route, status, principal, err }: RequestLine): void {
  span.setAttributes({
    "http.request.method": method,
    "http.route": route,
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(principal !== undefined && { "shidan.principal": principal }),
  });
  span.end(status !== undefined && status >= 500 ? (err ?? new Error(`status ${status}`)) : undefined);
}
