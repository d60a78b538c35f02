import { type ClientRequest, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createParser, type EventSourceMessage } from "eventsource-parser";

/** SSE client of one customer: reconnects after a break and resumes after the last event it has read. */
export class EventStreamClient {
  readonly channel: string;
  readonly ids: number[] = [];
  /** Event id at which the stream started. */
  startId: number | null = null;
  reconnects = 0;
  resets = 0;
  isOpen = false;
  readonly #url: string;
  readonly #token: string;
  #lastId: number | null = null;
  #isStopped = false;
  #request: ClientRequest | null = null;

  constructor(url: string, token: string, channel: string) {
    this.#url = url;
    this.#token = token;
    this.channel = channel;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#connect();
      this.isOpen = false;
      if (this.#isStopped) return;
      this.reconnects += 1;
      await sleep(200 + Math.random() * 1_300);
    }
  }

  /** Destroys the connection, as a lost network does. */
  disconnect(): void {
    this.#request?.destroy();
  }

  stop(): void {
    this.#isStopped = true;
    this.#request?.destroy();
  }

  #connect(): Promise<void> {
    return new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${this.#token}`,
        ...(this.#lastId === null ? {} : { "last-event-id": String(this.#lastId) }),
      };
      this.#request = request(`${this.#url}/api/v1/events`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) {
          response.resume();
          resolve();
          return;
        }
        response.setEncoding("utf8");
        const parser = createParser({ onEvent: (event) => this.#receive(event) });
        response.on("data", (text: string) => parser.feed(text));
        response.on("close", resolve);
        response.on("error", () => resolve());
      });
      this.#request.on("error", () => resolve());
      this.#request.end();
    });
  }

  #receive({ id: idText, event: name }: EventSourceMessage): void {
    const id = Number(idText ?? Number.NaN);
    if (name === undefined || Number.isNaN(id)) return;
    this.isOpen = true;
    this.#lastId = id;
    if (name === "position") this.startId ??= id;
    else if (name === "reset") this.resets += 1;
    else this.ids.push(id);
  }
}
