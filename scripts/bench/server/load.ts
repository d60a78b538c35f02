import { connect, type Socket } from "node:net";

const headEnd = "\r\n\r\n";

/** Result of a load run: responses per second, and latencies in ms. */
export interface LoadFigures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Size of one response body in bytes. */
  bytes: number;
}

/** A connection that repeats the same request and parses as little of the response as possible. */
class LoadConnection {
  readonly times: number[] = [];
  bytes = 0;
  readonly #socket: Socket;
  readonly #request: string;
  readonly #status: string;
  #head = "";
  #remainingBytes = 0;
  #sentAt = 0;
  #onEnd: (error?: Error) => void = () => undefined;
  #deadline = 0;

  constructor(url: URL, headers: string, status: number) {
    this.#request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${headers}\r\n`;
    this.#status = ` ${status} `;
    this.#socket = connect(Number(url.port), url.hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk) => this.#onData(chunk));
    this.#socket.on("error", (error) => this.#onEnd(error));
    this.#socket.on("close", () => this.#onEnd(new Error("the server hung up")));
  }

  /** Sends requests until the deadline (a `performance.now()` timestamp). */
  async run(deadline: number): Promise<void> {
    this.#deadline = deadline;
    await new Promise<void>((resolve, reject) => {
      this.#onEnd = (error) => (error ? reject(error) : resolve());
      this.#send();
    });
    this.#onEnd = () => undefined;
    this.#socket.destroy();
  }

  #send(): void {
    this.#sentAt = performance.now();
    if (this.#sentAt >= this.#deadline) this.#onEnd();
    else this.#socket.write(this.#request);
  }

  #onData(chunk: Buffer): void {
    if (this.#remainingBytes > 0) {
      this.#remainingBytes -= chunk.length;
    } else {
      this.#head += chunk.toString("latin1");
      const end = this.#head.indexOf(headEnd);
      if (end < 0) return;
      if (!this.#head.slice(0, 20).includes(this.#status)) {
        this.#onEnd(new Error(`answered ${this.#head.slice(0, 40)}`));
        return;
      }
      this.bytes = Number(/content-length: (\d+)/i.exec(this.#head.slice(0, end))?.[1] ?? 0);
      this.#remainingBytes = this.bytes - (this.#head.length - end - headEnd.length);
      this.#head = "";
    }
    if (this.#remainingBytes > 0) return;
    this.times.push(performance.now() - this.#sentAt);
    this.#send();
  }
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Sends requests to an address over several connections for a number of milliseconds; throws unless every
 * response has the expected status.
 */
export async function load(
  address: string,
  options: { connections: number; ms: number; headers?: string; status?: number },
): Promise<LoadFigures> {
  const { connections, ms, headers = "", status = 200 } = options;
  const clients = Array.from(
    { length: connections },
    () => new LoadConnection(new URL(address), headers, status),
  );
  const startedAt = performance.now();
  await Promise.all(clients.map((client) => client.run(startedAt + ms)));
  const times = clients.flatMap((client) => client.times).sort((a, b) => a - b);
  return {
    perSecond: (times.length / (performance.now() - startedAt)) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: clients[0]?.bytes ?? 0,
  };
}
