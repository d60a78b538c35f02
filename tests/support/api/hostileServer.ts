import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that simulates a faulty provider; `answer` may be replaced between requests. */
export interface HostileServer {
  url: string;
  answer: RequestListener;
  /** Number of received requests. */
  requests: number;
  close(): Promise<void>;
}

/** Starts a hostile server on a free port. */
export async function startHostileServer(): Promise<HostileServer> {
  const server = createServer((request, response) => {
    hostile.requests += 1;
    request.resume();
    hostile.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hostile: HostileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (_request, response) => void response.writeHead(500).end(),
    requests: 0,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return hostile;
}
