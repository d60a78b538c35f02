import { Agent, request } from "node:http";

/** A request as it is sent. */
export interface Ask {
  method: string;
  path: string;
  token?: string;
  /** Sent as JSON, unless it is bytes of a form. */
  body?: object | { form: Buffer; type: string };
  accept?: string;
}

/** How it ended. */
export interface Ended {
  /** Null when it was answered 200 to the end; otherwise the status or the broken connection's code. */
  problem: string | null;
  text: Buffer;
  /** Which processes the proxy asked, as far as it told. */
  backends: string;
}

const patienceMs = 30_000;

/** Sends requests to one address over connections that are kept. */
export class Caller {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  send({ method, path, token, body, accept }: Ask): Promise<Ended> {
    const { hostname, port } = this.#url;
    const isForm = body !== undefined && "form" in body;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": isForm ? body.type : "application/json" }),
      ...(accept !== undefined && { accept, "accept-encoding": "br" }),
    };
    return new Promise((resolve) => {
      const options = { hostname, port, path, method, headers, agent: this.#agent, timeout: patienceMs };
      const asked = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.once("error", () => undefined);
        answer.once("close", () => {
          const status = answer.complete ? `${answer.statusCode}` : "cut";
          const backends = String(answer.headers["x-backend"] ?? "");
          resolve({ problem: status === "200" ? null : status, text: Buffer.concat(chunks), backends });
        });
      });
      asked.once("timeout", () => asked.destroy(new Error("no answer in 30 s")));
      asked.once("error", (error: NodeJS.ErrnoException) =>
        resolve({ problem: error.code ?? error.message, text: Buffer.alloc(0), backends: "" }),
      );
      asked.end(body === undefined || isForm ? body?.form : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
