import { connect, type Socket } from "node:net";

const headEnd = "\r\n\r\n";

/** What a load showed: answers a second, and how long they took, in milliseconds. */
export interface LoadFigures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Bytes of one answer's body. */
  bytes: number;
}

/** One connection that asks for the same again and again, parsing no more than it has to. */
class Asker {
  readonly times: number[] = [];
  bytes = 0;
  readonly #socket: Socket;
  readonly #request: string;
  readonly #status: string;
  #head = "";
  #left = 0;
  #askedAt = 0;
  #onEnd: (error?: Error) => void = () => undefined;
  #until = 0;

  constructor(url: URL, headers: string, status: number) {
    this.#request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${headers}\r\n`;
    this.#status = ` ${status} `;
    this.#socket = connect(Number(url.port), url.hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("error", (error) => this.#onEnd(error));
    this.#socket.on("close", () => this.#onEnd(new Error("the server hung up")));
  }

  /** Asks until that moment (of performance.now). */
  async run(until: number): Promise<void> {
    this.#until = until;
    await new Promise<void>((resolve, reject) => {
      this.#onEnd = (error) => (error ? reject(error) : resolve());
      this.#ask();
    });
    this.#onEnd = () => undefined;
    this.#socket.destroy();
  }

  #ask(): void {
    this.#askedAt = performance.now();
    if (this.#askedAt >= this.#until) this.#onEnd();
    else this.#socket.write(this.#request);
  }

  #take(chunk: Buffer): void {
    if (this.#left > 0) {
      this.#left -= chunk.length;
    } else {
      this.#head += chunk.toString("latin1");
      const end = this.#head.indexOf(headEnd);
      if (end < 0) return;
      if (!this.#head.slice(0, 20).includes(this.#status)) {
        this.#onEnd(new Error(`answered ${this.#head.slice(0, 40)}`));
        return;
      }
      this.bytes = Number(/content-length: (\d+)/i.exec(this.#head.slice(0, end))?.[1] ?? 0);
      this.#left = this.bytes - (this.#head.length - end - headEnd.length);
      this.#head = "";
    }
    if (this.#left > 0) return;
    this.times.push(performance.now() - this.#askedAt);
    this.#ask();
  }
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Asks for an address over some connections at once for so many milliseconds; every answer has to have the status. */
export async function load(
  address: string,
  options: { connections: number; ms: number; headers?: string; status?: number },
): Promise<LoadFigures> {
  const { connections, ms, headers = "", status = 200 } = options;
  const askers = Array.from({ length: connections }, () => new Asker(new URL(address), headers, status));
  const begun = performance.now();
  await Promise.all(askers.map((asker) => asker.run(begun + ms)));
  const times = askers.flatMap((asker) => asker.times).sort((a, b) => a - b);
  return {
    perSecond: (times.length / (performance.now() - begun)) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: askers[0]?.bytes ?? 0,
  };
}
