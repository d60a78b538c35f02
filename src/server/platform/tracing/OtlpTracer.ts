import { randomUUID } from "node:crypto";
import {
  type Context,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  type Tracer as SdkTracer,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import type { TracingConfig } from "../../settings/tracing-config.ts";
import { version } from "../version.ts";
import { LossCounter } from "./LossCounter.ts";
import type { Span, SpanAttributes, SpanOptions, Tracer } from "./trace.ts";
import type { TraceParent } from "./traceparent.ts";

const serviceName = "shidan";
/** Spans that wait for the collector; beyond it new ones are lost. */
const maxWaiting = 4_096;
const batchSize = 512;
const sendEveryMs = 2_000;
const sendTimeoutMs = 5_000;
/** Time for the last spans when the server stops, in ms. */
const shutdownTimeoutMs = 2_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Gives the next root span the id that log lines name; spans get random ids. */
class RootIds extends RandomIdGenerator {
  nextTraceId = "";
  override generateTraceId = () => this.nextTraceId;
}

function toContext({ traceId, spanId, isSampled }: TraceParent): Context {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Names an error by its class and code: its message may hold personal data. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}

class OtlpSpan implements Span {
  readonly #span: SdkSpan;
  readonly #tracer: SdkTracer;

  constructor(span: SdkSpan, tracer: SdkTracer) {
    this.#span = span;
    this.#tracer = tracer;
  }

  get context(): TraceParent {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
  }

  startChild({ name, kind = "internal", attributes = {} }: SpanOptions): Span {
    const parent = trace.setSpan(ROOT_CONTEXT, this.#span);
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    return new OtlpSpan(span, this.#tracer);
  }

  startLinked({ name, kind = "internal", attributes = {} }: SpanOptions, parent: TraceParent): Span {
    const links = [{ context: this.#span.spanContext() }];
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes, links }, toContext(parent));
    return new OtlpSpan(span, this.#tracer);
  }

  setAttributes(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      this.#span.setAttribute("error.type", describeError(error));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

/** Sends spans to an OTLP/HTTP collector in the background; while it does not take them, they are lost and counted. */
export class OtlpTracer implements Tracer {
  readonly #ids = new RootIds();
  readonly #losses: LossCounter;
  readonly #provider: TracerProvider;
  readonly #tracer: SdkTracer;

  constructor({ endpoint, headers, fraction }: TracingConfig, log: FastifyBaseLogger) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers,
      timeoutMillis: sendTimeoutMs,
    });
    this.#losses = new LossCounter({ exporter, log, maxWaiting });
    const batches = new BatchSpanProcessor({
      exporter: this.#losses,
      maxQueueSize: maxWaiting,
      maxExportBatchSize: batchSize,
      scheduledDelayMillis: sendEveryMs,
      // Longer than the exporter's own, which reports why.
      exportTimeoutMillis: 2 * sendTimeoutMs,
    });
    this.#provider = new TracerProvider({
      idGenerator: this.#ids,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(fraction) }),
      resource: resourceFromAttributes({
        "service.name": serviceName,
        "service.version": version,
        "service.instance.id": randomUUID(),
      }),
      spanProcessors: [this.#losses.limit(batches)],
    });
    this.#tracer = this.#provider.getTracer(serviceName, version);
  }

  /** Spans that were lost since the start. */
  get lostCount(): number {
    return this.#losses.lostCount;
  }

  startRoot(
    { name, kind = "internal", attributes = {} }: SpanOptions,
    parent: { traceId: string } | TraceParent,
  ): Span {
    this.#ids.nextTraceId = parent.traceId;
    const context = "spanId" in parent ? toContext(parent) : ROOT_CONTEXT;
    return new OtlpSpan(
      this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, context),
      this.#tracer,
    );
  }

  /** Sends what is waiting, for two seconds at most. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, shutdownTimeoutMs);
    });
    // The counter has logged why spans could not be sent.
    const sent = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([sent, timeout]);
    clearTimeout(timer);
  }
}
