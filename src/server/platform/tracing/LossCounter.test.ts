import type { ReadableSpan, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace";
import { expect, test, vi } from "vitest";
import { LossCounter } from "./LossCounter.ts";

const span = {} as ReadableSpan;

/** A counter with room for two spans, and what happens around it. */
function createCounter() {
  const log = { warn: vi.fn(), info: vi.fn() };
  const answers: Parameters<SpanExporter["export"]>[1][] = [];
  const exporter: SpanExporter = {
    export: (_spans, callback) => void answers.push(callback),
    shutdown: async () => undefined,
  };
  const counter = new LossCounter({ exporter, log, maxWaiting: 2 });
  const passed: ReadableSpan[] = [];
  const next: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (ended) => void passed.push(ended),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  const { onEnd } = counter.limit(next);
  return { counter, log, passed, onEnd, answer: (code: number) => answers.shift()?.({ code }) };
}

test("spans beyond the limit are lost and counted, and the log says so once", () => {
  const { counter, log, passed, onEnd } = createCounter();
  for (let nth = 0; nth < 5; nth++) onEnd(span);
  expect([passed.length, counter.lostCount]).toEqual([2, 3]);
  expect(log.warn.mock.calls).toEqual([[{ reason: "too many wait for the collector" }, "traces are lost"]]);
});

test("sent spans make room, and the log says that the losses have ended", () => {
  const { counter, log, passed, onEnd, answer } = createCounter();
  for (let nth = 0; nth < 3; nth++) onEnd(span);
  counter.export([span, span], () => undefined);
  answer(0);
  onEnd(span);
  expect([passed.length, counter.lostCount]).toEqual([3, 1]);
  expect(log.info.mock.calls).toEqual([[{ lost: 1 }, "traces are sent again"]]);
});

test("refused spans are lost, and make room too", () => {
  const { counter, log, passed, onEnd, answer } = createCounter();
  onEnd(span);
  onEnd(span);
  counter.export([span, span], () => undefined);
  answer(1);
  onEnd(span);
  expect([passed.length, counter.lostCount]).toEqual([3, 2]);
  expect(log.warn).toHaveBeenCalledTimes(1);
});
