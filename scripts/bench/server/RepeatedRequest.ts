import { connect, type Socket } from "node:net";

const headEnd = "\r\n\r\n";
/** Holds a whole response most times. */
const bufferBytes = 1024 * 1024;

/**
 * Sends the same GET request over one connection again and again, and only counts the bytes of the responses: on a machine
 * that server and load share, a client that parses and copies them costs as much as the server.
 */
export class RepeatedRequest {
  readonly #socket: Socket;
  readonly #text: string;
  /** What has come of a head that is not complete yet. */
  #head = Buffer.alloc(0);
  /** Bytes of the body still to come; null before the head is complete. */
  #missing: number | null = null;
  #status = 0;
  #settle: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null;

  /** Opens the connection; one that cannot be opened fails the first request. */
  constructor(address: string, headers: Record<string, string>, timeoutMs: number) {
    const url = new URL(address);
    const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.#text = [`GET ${url.pathname}${url.search} HTTP/1.1`, ...lines].join("\r\n") + headEnd;
    const buffer = Buffer.alloc(bufferBytes);
    this.#socket = connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      onread: { buffer, callback: (count) => this.#read(buffer.subarray(0, count)) },
    });
    this.#socket.setTimeout(timeoutMs, () => this.#fail(new Error("no response in time")));
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("the server closed the connection")));
  }

  /** Sends the request; returns the status once the whole response has come. */
  send(): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error("the connection is closed");
      this.#settle = { resolve, reject };
      this.#socket.write(this.#text);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): boolean {
    if (this.#missing === null) this.#readHead(chunk);
    else this.#missing -= chunk.length;
    if (this.#missing !== null && this.#missing <= 0) this.#finish();
    return true;
  }

  #readHead(chunk: Buffer): void {
    const data = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = data.indexOf(headEnd);
    if (end === -1) {
      this.#head = Buffer.from(data);
      return;
    }
    this.#head = Buffer.alloc(0);
    const head = data.toString("latin1", 0, end);
    this.#status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 ".length + 3));
    const length = this.#status === 304 ? "0" : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) this.#fail(new Error("a response without a length"));
    this.#missing = Number(length) - (data.length - end - headEnd.length);
  }

  #finish(): void {
    this.#missing = null;
    this.#settle?.resolve(this.#status);
    this.#settle = null;
  }

  #fail(error: Error): void {
    this.#settle?.reject(error);
    this.#settle = null;
    this.#socket.destroy();
  }
}
