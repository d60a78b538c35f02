import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = 20;

/** Latency of the first document, in ms, while other work is running. */
export interface Visits {
  count: number;
  p50: number;
  p99: number;
  worst: number;
}

/**
 * Requests the first document repeatedly as one visitor until `work` settles; throws unless every response
 * succeeds.
 */
export async function visitDuring(base: string, work: Promise<unknown>): Promise<Visits> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  const visiting = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const response = await fetch(`${base}/`);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`the document was answered ${response.status}`);
      times.push(performance.now() - startedAt);
      await sleep(pauseMs);
    }
  })();
  await Promise.all([ended, visiting]);
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { count: times.length, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

/** Formats the table cells for a `Visits` result. */
export function visitCells({ count, p50, p99, worst }: Visits): string[] {
  return [String(count), ...[p50, p99, worst].map((ms) => `${ms.toFixed(0)} ms`)];
}
