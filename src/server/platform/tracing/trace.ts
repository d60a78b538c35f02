import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import { formatTraceparent, parseTraceparent, type TraceParent } from "./traceparent.ts";

/** What a span says about its work; never personal data. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Name and attributes of a new span; `kind` is "client" for work that another system does. */
export interface SpanOptions {
  name: string;
  kind?: "server" | "client" | "internal";
  attributes?: SpanAttributes;
}

/** A measured piece of work that goes to a collector. */
export interface Span {
  readonly context: TraceParent;
  /** Starts a span of the same trace below this one. */
  startChild(options: SpanOptions): Span;
  /** Starts a span below one of another trace or process, with a link to this one. */
  startLinked(options: SpanOptions, parent: TraceParent): Span;
  setAttributes(attributes: SpanAttributes): void;
  /** Ends the span; with an error it counts as failed. */
  end(error?: unknown): void;
}

/** Starts the first span of a trace, or one below a caller's. */
export interface Tracer {
  startRoot(options: SpanOptions, parent: Pick<TraceParent, "traceId"> | TraceParent): Span;
}

/** The trace that the running code belongs to: one request, or one run of a job. */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Null while no collector is configured. */
  readonly span: Span | null;
}

const storage = new AsyncLocalStorage<Trace | undefined>();

/** Creates a trace id: a random UUID without its dashes. */
export function createTraceId(uuid: string = randomUUID()): string {
  return uuid.replaceAll("-", "");
}

/** Runs work, and all that it starts, in a trace. */
export function runInTrace<T>(trace: Trace, work: () => T): T {
  return storage.run(trace, work);
}

/** Runs work outside of every trace: timers and connections that serve many requests start here. */
export function runWithoutTrace<T>(work: () => T): T {
  return storage.run(undefined, work);
}

/** Returns the id of the running trace; undefined outside of requests and jobs. */
export function currentTraceId(): string | undefined {
  return storage.getStore()?.id;
}

/** Returns the running trace as a `traceparent` to store with work that goes on later; null outside of traces. */
export function currentTraceparent(): string | null {
  const trace = storage.getStore();
  if (trace === undefined) return null;
  const { id: traceId, span } = trace;
  const unmeasured = { traceId, spanId: randomBytes(8).toString("hex"), isSampled: false };
  return formatTraceparent(span?.context ?? unmeasured);
}

/** Runs work in a trace and ends the trace's span with it. Rethrows errors. */
export async function runSpan<T>(trace: Trace, work: () => Promise<T>): Promise<T> {
  try {
    const result = await storage.run(trace, work);
    trace.span?.end();
    return result;
  } catch (error) {
    trace.span?.end(error);
    throw error;
  }
}

/** Measures work as a span of the running trace; runs it as it is while no collector is configured. */
export function withSpan<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const trace = storage.getStore();
  if (!trace?.span) return work();
  return runSpan({ id: trace.id, span: trace.span.startChild(options) }, work);
}

/**
 * Continues the trace that a row stores as a `traceparent`, so that log lines name the request which caused the work;
 * a row without one is worked on in the running trace.
 */
export function continueTrace<T>(
  traceparent: string | null,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const parent = traceparent === null ? null : parseTraceparent(traceparent);
  if (parent === null) return withSpan(options, work);
  const span = storage.getStore()?.span?.startLinked(options, parent) ?? null;
  return runSpan({ id: parent.traceId, span }, work);
}
