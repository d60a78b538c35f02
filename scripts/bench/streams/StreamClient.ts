import { type ClientRequest, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createParser, type EventSourceMessage } from "eventsource-parser";

/** A message received by a client. */
interface ReceivedMessage {
  id: number;
  userId: string;
  /** Time from the start of sending to receipt, in ms. */
  ms: number;
}

interface ChatMessage {
  id: number;
  user_id: string;
  content: string;
}

/** SSE client that records received events and resumes after the last one when the connection breaks. */
export class StreamClient {
  readonly received: ReceivedMessage[] = [];
  /** URL of the stream; a test may change it after a break. */
  url: string;
  readonly #token: string;
  #request: ClientRequest | null = null;
  #lastId: string | null = null;

  constructor(url: string, token: string) {
    this.url = url;
    this.#token = token;
  }

  /** Opens the stream; resolves when the server has sent the current position. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.#token}`,
        ...(this.#lastId !== null && { "last-event-id": this.#lastId }),
      };
      const parser = createParser({ onEvent: (event) => this.#receive(event, resolve) });
      const request = get(this.url, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream answered ${response.statusCode}`));
        response.setEncoding("utf8").on("data", (text: string) => parser.feed(text));
        // A stream that is cut raises an error, which is intended here.
        response.on("error", () => undefined);
      });
      request.on("error", reject);
      this.#request = request;
    });
  }

  /** Opens the stream with retries as the app does; returns how often it was rejected. */
  async connectWithRetry(): Promise<number> {
    for (let refusalCount = 0; ; refusalCount++) {
      try {
        await this.open();
        return refusalCount;
      } catch {
        await sleep(200 + 500 * Math.random());
      }
    }
  }

  /** Destroys the connection as a lost network does. */
  disconnect(): void {
    this.#request?.destroy();
  }

  #receive({ id, event, data: text }: EventSourceMessage, onPosition: () => void): void {
    this.#lastId = id ?? this.#lastId;
    if (event === "position" || event === "reset") onPosition();
    if (event !== "message") return;
    const data = JSON.parse(text) as ChatMessage | { message: ChatMessage };
    const message = "message" in data ? data.message : data;
    const ms = performance.now() - Number(message.content.split(" ")[1]);
    this.received.push({ id: message.id, userId: message.user_id, ms });
  }
}
