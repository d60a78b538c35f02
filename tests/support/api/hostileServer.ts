import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that plays a provider gone wrong; `answer` may be replaced between calls. */
export interface HostileServer {
  url: string;
  answer: RequestListener;
  /** How many requests have come in. */
  requests: number;
  close(): Promise<void>;
}

/** Starts one on a free port. */
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
