import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";

/** A key and a certificate for `localhost`, in PEM. */
export interface TlsIdentity {
  key: string;
  cert: string;
}

/** A reverse proxy that terminates TLS in front of a port of this machine, as nginx does in production. */
export class TlsProxy {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a proxy on a free port. The port behind it may open later. */
  static async start(identity: TlsIdentity, port: number): Promise<TlsProxy> {
    const server = createServer(identity, (incoming, response) => forward(incoming, response, port));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new TlsProxy(server);
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const headers = {
    ...incoming.headers,
    "x-forwarded-for": incoming.socket.remoteAddress,
    "x-forwarded-proto": "https",
  };
  const { method, url } = incoming;
  const outgoing = request({ host: "127.0.0.1", port, method, path: url, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
  });
  outgoing.once("error", () => response.destroy());
  response.once("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}
