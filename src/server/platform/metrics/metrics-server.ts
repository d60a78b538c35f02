import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Metrics, MetricsOptions } from "./Metrics.ts";

/** Creates the metrics of a server, before its routes are registered; null when they are not served. */
export async function createMetrics(
  server: FastifyInstance,
  isServed: boolean,
  options: MetricsOptions,
): Promise<Metrics | null> {
  if (!isServed) return null;
  // On demand: loading the library takes a noticeable part of the start-up.
  const { Metrics } = await import("./Metrics.ts");
  return new Metrics(server, options);
}

/** Starts a separate listener for metrics, on an address that only operators reach. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const isMetricsRequest = request.method === "GET" && request.url === "/metrics";
    response.setHeader("content-type", metrics.contentType);
    response.statusCode = isMetricsRequest ? 200 : 404;
    response.end(isMetricsRequest ? await metrics.text() : "not found\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      metrics.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
