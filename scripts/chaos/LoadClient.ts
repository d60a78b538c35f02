import { Agent, request } from "node:http";

/** A request to send. */
export interface LoadRequest {
  method: string;
  path: string;
  token?: string;
  /** Sent as JSON, except multipart form bytes. */
  body?: object | { form: Buffer; type: string };
  accept?: string;
}

/** Result of a request. */
export interface LoadResponse {
  /** Null after a complete response with status 200; otherwise the status or the connection's error code. */
  problem: string | null;
  text: Buffer;
  /** Processes that the proxy tried, if the response names them. */
  backends: string;
}

const timeoutMs = 30_000;

/** Sends requests to one address over keep-alive connections. */
export class LoadClient {
  /** Requests that were answered with 500: a fault of the server, unlike 503, whatever is away. */
  readonly internalErrors: string[] = [];
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512, timeout: timeoutMs });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  send({ method, path, token, body, accept }: LoadRequest): Promise<LoadResponse> {
    const { hostname, port } = this.#url;
    const isForm = body !== undefined && "form" in body;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": isForm ? body.type : "application/json" }),
      ...(accept !== undefined && { accept, "accept-encoding": "br" }),
    };
    return new Promise((resolve) => {
      const options = { hostname, port, path, method, headers, agent: this.#agent, timeout: timeoutMs };
      const clientRequest = request(options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.once("error", () => undefined);
        incoming.once("close", () => {
          const status = incoming.complete ? `${incoming.statusCode}` : "cut";
          if (status === "500") this.internalErrors.push(`${method} ${path}`);
          const backends = String(incoming.headers["x-backend"] ?? "");
          resolve({ problem: status === "200" ? null : status, text: Buffer.concat(chunks), backends });
        });
      });
      clientRequest.once("timeout", () => clientRequest.destroy(new Error("no answer in 30 s")));
      clientRequest.once("error", (error: NodeJS.ErrnoException) =>
        resolve({ problem: error.code ?? error.message, text: Buffer.alloc(0), backends: "" }),
      );
      clientRequest.end(body === undefined || isForm ? body?.form : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
