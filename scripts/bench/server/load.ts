import autocannon from "autocannon";
import { quantile } from "../../lib/statistics.ts";

const timeoutSeconds = 60;

/** Result of a load run: responses per second, and latencies in ms. */
export interface LoadFigures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Size of one response body in bytes. */
  bytes: number;
}

interface LoadOptions {
  connections: number;
  /** Number of requests; a run of fixed length would drop the slow responses in flight at its end. */
  amount: number;
  headers?: Record<string, string>;
  status?: number;
}

/**
 * Sends requests to a URL over several connections without pauses; throws unless every response has the
 * expected status.
 */
export async function load(url: string, options: LoadOptions): Promise<LoadFigures> {
  const { connections, amount, headers = {}, status = 200 } = options;
  const sample = await fetch(url, { headers: { "accept-encoding": "identity", ...headers } });
  const bytes = (await sample.arrayBuffer()).byteLength;
  // The library's own percentiles are whole milliseconds.
  const times: number[] = [];
  const otherStatuses = new Set<number>();
  const startedAt = performance.now();
  // The library itself ends up to a second after the last response.
  let endedAt = startedAt;
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, connections, amount, headers, timeout: timeoutSeconds }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    run.on("response", (_client, statusCode, _bytes, ms) => {
      times.push(ms);
      endedAt = performance.now();
      if (statusCode !== status) otherStatuses.add(statusCode);
    });
  });
  if (errors > 0 || otherStatuses.size > 0)
    throw new Error(`${url}: ${errors} errors, unexpected statuses: ${[...otherStatuses].join(", ")}`);
  return {
    perSecond: (times.length / (endedAt - startedAt)) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes,
  };
}
