import { type ClientRequest, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** One page that follows its customer's events: it comes back after a break, from the last event it has read. */
export class Follower {
  readonly channel: string;
  readonly ids: number[] = [];
  /** The place it began at. */
  begin: number | null = null;
  breaks = 0;
  resets = 0;
  isOpen = false;
  readonly #url: string;
  readonly #token: string;
  #last: number | null = null;
  #rest = "";
  #isOver = false;
  #request: ClientRequest | null = null;

  constructor(url: string, token: string, channel: string) {
    this.#url = url;
    this.#token = token;
    this.channel = channel;
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      await this.#follow();
      this.isOpen = false;
      if (this.#isOver) return;
      this.breaks += 1;
      await sleep(200 + Math.random() * 1_300);
    }
  }

  /** Breaks the connection, as a lost network does. */
  cut(): void {
    this.#request?.destroy();
  }

  stop(): void {
    this.#isOver = true;
    this.#request?.destroy();
  }

  #follow(): Promise<void> {
    this.#rest = "";
    return new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${this.#token}`,
        ...(this.#last === null ? {} : { "last-event-id": String(this.#last) }),
      };
      this.#request = request(`${this.#url}/api/v1/events`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) {
          response.resume();
          resolve();
          return;
        }
        response.setEncoding("utf8");
        response.on("data", (text: string) => this.#take(text));
        response.on("close", resolve);
        response.on("error", () => resolve());
      });
      this.#request.on("error", () => resolve());
      this.#request.end();
    });
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const id = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? Number.NaN);
      const name = /^event: (.*)$/m.exec(block)?.[1];
      if (name === undefined || Number.isNaN(id)) continue;
      this.isOpen = true;
      this.#last = id;
      if (name === "position") this.begin ??= id;
      else if (name === "reset") this.resets += 1;
      else this.ids.push(id);
    }
  }
}
