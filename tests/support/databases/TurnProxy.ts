import { connect, createServer, type Server, type Socket } from "node:net";

/** Leads connections to several databases in turn, as a proxy before replicas does. */
export class TurnProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(url: string, server: Server, sockets: Set<Socket>) {
    this.url = url;
    this.#server = server;
    this.#sockets = sockets;
  }

  static async open(urls: readonly string[]): Promise<TurnProxy> {
    const sockets = new Set<Socket>();
    let turn = 0;
    const server = createServer((client) => {
      const { hostname, port } = new URL(urls[turn++ % urls.length] ?? "");
      const database = connect(Number(port), hostname);
      for (const [from, to] of [
        [client, database],
        [database, client],
      ] as const) {
        sockets.add(from);
        from.on("error", () => to.destroy());
        from.once("close", () => to.destroy());
        from.pipe(to);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(urls[0] ?? "");
    const address = server.address();
    url.port = String(typeof address === "object" ? address?.port : "");
    return new TurnProxy(url.href, server, sockets);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
