import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

const askMs = 200;
/** Failures before anything was sent: somebody else may be asked without doing anything twice. */
const unsent = new Set(["ECONNREFUSED", "EHOSTUNREACH"]);

/** A server process behind the proxy. */
export interface Backend {
  port: number;
  isReady: boolean;
  /** Requests that it has and has not answered, streams not counted. */
  inFlight: Set<IncomingMessage>;
  served: number;
}

/** The smallest proxy that shows it: requests in turn to those that say they are ready, one connection each, no stickiness. */
export class RoundRobin {
  readonly backends: Backend[];
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  constructor(ports: number[]) {
    this.backends = ports.map((port) => ({ port, isReady: true, inFlight: new Set(), served: 0 }));
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) =>
      this.#pass(incoming, outgoing),
    );
    this.#timer = setInterval(() => {
      for (const backend of this.backends) this.#look(backend);
    }, askMs);
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #look(backend: Backend): void {
    const asked = request(
      { port: backend.port, host: "127.0.0.1", path: "/readyz", agent: false, timeout: 5_000 },
      (answer) => {
        backend.isReady = answer.statusCode === 200;
        answer.resume();
      },
    );
    asked.on("error", () => {
      backend.isReady = false;
    });
    asked.end();
  }

  #next(tried: Set<Backend>): Backend | undefined {
    const left = this.backends.filter((one) => !tried.has(one));
    const ready = left.filter(({ isReady }) => isReady);
    const from = ready.length > 0 ? ready : left;
    this.#turn += 1;
    return from[this.#turn % from.length];
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => this.#send(incoming, Buffer.concat(chunks), outgoing, new Set()));
  }

  #send(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, tried: Set<Backend>): void {
    const backend = this.#next(tried);
    if (backend === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const isStream = incoming.url?.startsWith("/api/v1/events") === true;
    if (!isStream) backend.inFlight.add(incoming);
    const done = () => backend.inFlight.delete(incoming);
    const { method, url: path, headers } = incoming;
    const target = { port: backend.port, host: "127.0.0.1", method, path, headers, agent: false as const };
    // As nginx does: what may be sent twice is sent to the next process, everything else only when nothing was sent.
    const again = () => this.#send(incoming, body, outgoing, tried.add(backend));
    const isRepeatable = method !== "POST" && tried.size + 1 < this.backends.length;
    const passed = request(target, (answer) => {
      if (answer.statusCode === 503 && isRepeatable) {
        answer.resume();
        done();
        again();
        return;
      }
      backend.served += 1;
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        connection: "keep-alive",
        "x-backend": String(backend.port),
      });
      answer.pipe(outgoing);
      answer.on("close", () => {
        done();
        if (!answer.complete) outgoing.destroy();
      });
    });
    passed.on("error", (error: NodeJS.ErrnoException) => {
      done();
      if (outgoing.headersSent) outgoing.destroy();
      else if (isRepeatable || unsent.has(error.code ?? "")) {
        backend.isReady = false;
        again();
      } else outgoing.writeHead(502, { "x-backend": String(backend.port) }).end();
    });
    outgoing.on("close", () => passed.destroy());
    passed.end(body);
  }
}
