import { quantile } from "../../lib/statistics.ts";
import { RepeatedRequest } from "./RepeatedRequest.ts";

const timeoutMs = 60_000;

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
  const times: number[] = [];
  let begun = 0;
  const startedAt = performance.now();
  const sendUntilEnough = async (request: RepeatedRequest) => {
    while (begun < amount) {
      begun += 1;
      const sentAt = performance.now();
      const received = await request.send();
      if (received !== status) throw new Error(`${url}: status ${received}`);
      times.push(performance.now() - sentAt);
    }
  };
  const requests = Array.from({ length: connections }, () => new RepeatedRequest(url, headers, timeoutMs));
  try {
    await Promise.all(requests.map(sendUntilEnough));
  } finally {
    for (const request of requests) request.close();
  }
  return {
    perSecond: (times.length / (performance.now() - startedAt)) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes,
  };
}
