import { Readable } from "node:stream";
import type { QueryRunner } from "../database/Database.ts";
import { newId } from "../security/ids.ts";
import { type EventRow, findNewestIds, findRemovedUpTo } from "./event.repository.ts";
import type { ReadCoalescer } from "./ReadCoalescer.ts";

/** Rows read from the table at once, which bounds the memory of a slow client. */
const batchSize = 100;
const retryHintMs = 3_000;
const closeTimeoutMs = 1_000;

/** Subject, channel and token of a stream. */
export interface Subscriber {
  channel: string;
  audience: "customer" | "staff";
  subjectId: string;
  tokenHash: string;
  /** Last-Event-ID of the client. */
  lastEventId: string | undefined;
}

function formatEvent(name: string, id: number, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Server-sent events of one client, read from the events table from a cursor on. Reads rows only while the
 * client consumes text, so that a slow client costs at most one batch.
 */
export class SseConnection extends Readable {
  readonly id = newId();
  readonly subscriber: Subscriber;
  readonly #queries: () => QueryRunner;
  readonly #readCoalescer: ReadCoalescer;
  #cursor = 0;
  #canPush = false;
  #isReading = false;
  #hasPending = false;
  #isBehind = false;
  #isClosing = false;
  #lastSentAt = performance.now();

  constructor(subscriber: Subscriber, queries: () => QueryRunner, readCoalescer: ReadCoalescer) {
    super();
    this.subscriber = subscriber;
    this.#queries = queries;
    this.#readCoalescer = readCoalescer;
  }

  /** Id of the last event sent to the client. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Whether reading the table failed when there was something to read. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Determines the position to resume from. Rethrows database errors. */
  async start(): Promise<void> {
    const { channel, lastEventId } = this.subscriber;
    const newest = (await findNewestIds(this.#queries(), [channel])).get(channel) ?? 0;
    // Read after the events, so that events removed between the two queries are noticed here.
    const removed = await findRemovedUpTo(this.#queries());
    const end = Math.max(newest, removed);
    const requested = /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : null;
    const isKnown = requested !== null && requested >= removed && requested <= end;
    this.#cursor = isKnown ? requested : end;
    const name = isKnown || !lastEventId ? "position" : "reset";
    this.#send(`retry: ${retryHintMs}\n\n${formatEvent(name, this.#cursor, { id: this.#cursor })}`);
  }

  /** Signals new events; they are read now or when the client has room. */
  poll(): void {
    this.#hasPending = true;
    void this.#drain();
  }

  /**
   * Sends a comment after `intervalMs` without output; destroys the connection of a client that has read
   * nothing for `timeoutMs`.
   */
  heartbeat(intervalMs: number, timeoutMs: number): void {
    if (!this.#isOpen) return;
    const idleMs = performance.now() - this.#lastSentAt;
    if (idleMs < intervalMs) return;
    if (this.#canPush) this.#send(": \n\n");
    else if (idleMs >= timeoutMs) this.destroy();
  }

  /** Ends the response; a client that does not read its end is disconnected. */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.push(null);
    setTimeout(() => this.destroy(), closeTimeoutMs).unref();
  }

  /** Whether `close` has been called. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  get #isOpen(): boolean {
    return !this.#isClosing && !this.destroyed;
  }

  override _read(): void {
    this.#canPush = true;
    void this.#drain();
  }

  async #drain(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#hasPending && this.#canPush && this.#isOpen) await this.#sendBatch();
    } catch {
      // The database is unavailable, which the client cannot fix. The hub sees that it is behind.
      this.#hasPending = false;
      this.#isBehind = true;
    } finally {
      this.#isReading = false;
    }
  }

  async #sendBatch(): Promise<void> {
    this.#hasPending = false;
    const rows = await this.#readCoalescer.read(this.subscriber.channel, this.#cursor, batchSize);
    this.#isBehind = false;
    if (!this.#isOpen || rows.length === 0) return;
    this.#hasPending ||= rows.length === batchSize;
    this.#cursor = rows.at(-1)?.id ?? this.#cursor;
    this.#send(rows.map((row: EventRow) => formatEvent(row.type, row.id, row.payload)).join(""));
  }

  #send(text: string): void {
    if (!this.#isOpen) return;
    this.#lastSentAt = performance.now();
    this.#canPush = this.push(text);
  }
}
