import { createServer } from "node:http";
import type { Metrics } from "./Metrics.ts";

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
