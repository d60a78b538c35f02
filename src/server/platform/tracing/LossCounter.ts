import type { ReadableSpan, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";

type ExportCallback = Parameters<SpanExporter["export"]>[1];

/** Result code of a successful export (`ExportResultCode` of @opentelemetry/core). */
const succeeded = 0;

interface Options {
  exporter: SpanExporter;
  log: Pick<FastifyBaseLogger, "warn" | "info">;
  /** Spans that may wait at a time. */
  maxWaiting: number;
}

/** Counts the spans that a collector does not take; logs when losses begin and when they end, not each. */
export class LossCounter implements SpanExporter {
  readonly #options: Options;
  #waiting = 0;
  #lostCount = 0;
  #isLosing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Spans that were lost since the start. */
  get lostCount(): number {
    return this.#lostCount;
  }

  /** Returns a processor that passes ended spans on while there is room for them. */
  limit(processor: SpanProcessor): SpanProcessor {
    return {
      onStart: (span, context) => processor.onStart(span, context),
      onEnd: (span) => {
        if (this.#waiting >= this.#options.maxWaiting)
          return this.#lose(1, "too many wait for the collector");
        this.#waiting += 1;
        processor.onEnd(span);
      },
      forceFlush: () => processor.forceFlush(),
      shutdown: () => processor.shutdown(),
    };
  }

  export(spans: ReadableSpan[], callback: ExportCallback): void {
    this.#options.exporter.export(spans, (result) => {
      this.#waiting -= spans.length;
      if (result.code === succeeded) this.#recover();
      else this.#lose(spans.length, result.error?.message ?? "the collector refused them");
      callback(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.#options.exporter.shutdown();
  }

  #lose(count: number, reason: string): void {
    this.#lostCount += count;
    if (this.#isLosing) return;
    this.#isLosing = true;
    this.#options.log.warn({ reason }, "traces are lost");
  }

  #recover(): void {
    if (!this.#isLosing) return;
    this.#isLosing = false;
    this.#options.log.info({ lost: this.#lostCount }, "traces are sent again");
  }
}
