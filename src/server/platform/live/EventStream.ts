import { Readable } from "node:stream";
import type { Queries } from "../Database.ts";
import { newId } from "../ids.ts";
import { type EventRow, newestOf, removedUpTo } from "./eventRows.ts";
import type { SharedReads } from "./SharedReads.ts";

/** What is read from the table at once; a slow client costs no more than that. */
const batch = 100;
const retryHintMs = 3_000;
const farewellMs = 1_000;

/** Who follows which channel, and with which token. */
export interface Follower {
  channel: string;
  audience: "customer" | "staff";
  subjectId: string;
  tokenHash: string;
  /** What the client has read up to, as it says. */
  lastEventId: string | undefined;
}

function eventText(name: string, id: number, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * One client's server-sent events: a reader of the table that remembers how far it is. It takes rows only while the
 * client takes text, so that a slow client costs a batch and no more.
 */
export class EventStream extends Readable {
  readonly id = newId();
  readonly follower: Follower;
  readonly #queries: () => Queries;
  readonly #reads: SharedReads;
  #cursor = 0;
  #hasRoom = false;
  #isReading = false;
  #hasNews = false;
  #isBehind = false;
  #isFinished = false;
  #sentAt = performance.now();

  constructor(follower: Follower, queries: () => Queries, reads: SharedReads) {
    super();
    this.follower = follower;
    this.#queries = queries;
    this.#reads = reads;
  }

  /** The last event that was handed to the client. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Whether the table could not be read when there was something to read. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Finds the place to go on from. Throws when the database does not answer. */
  async begin(): Promise<void> {
    const { channel, lastEventId } = this.follower;
    const newest = (await newestOf(this.#queries(), [channel])).get(channel) ?? 0;
    // After the events: what is removed between the two looks is seen here.
    const removed = await removedUpTo(this.#queries());
    const end = Math.max(newest, removed);
    const asked = /^\d{1,15}$/.test(lastEventId ?? "") ? Number(lastEventId) : null;
    const isKnown = asked !== null && asked >= removed && asked <= end;
    this.#cursor = isKnown ? asked : end;
    const name = isKnown || !lastEventId ? "position" : "reset";
    this.#send(`retry: ${retryHintMs}\n\n${eventText(name, this.#cursor, { id: this.#cursor })}`);
  }

  /** Tells that the channel has news; they are read now or when the client has room. */
  wake(): void {
    this.#hasNews = true;
    void this.#readOn();
  }

  /** Says something when nothing was said for `everyMs`; gives up a client that has taken nothing for `giveUpMs`. */
  beat(everyMs: number, giveUpMs: number): void {
    if (!this.#isOpen) return;
    const silentMs = performance.now() - this.#sentAt;
    if (silentMs < everyMs) return;
    if (this.#hasRoom) this.#send(": \n\n");
    else if (silentMs >= giveUpMs) this.destroy();
  }

  /** Ends the answer; a client that does not take its end is cut off. */
  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.push(null);
    setTimeout(() => this.destroy(), farewellMs).unref();
  }

  /** Whether it was told to end. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  get #isOpen(): boolean {
    return !this.#isFinished && !this.destroyed;
  }

  override _read(): void {
    this.#hasRoom = true;
    void this.#readOn();
  }

  async #readOn(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#hasNews && this.#hasRoom && this.#isOpen) await this.#sendBatch();
    } catch {
      // The database is away; whoever reads of it here cannot mend it. The hub sees that this one is behind.
      this.#hasNews = false;
      this.#isBehind = true;
    } finally {
      this.#isReading = false;
    }
  }

  async #sendBatch(): Promise<void> {
    this.#hasNews = false;
    const rows = await this.#reads.read(this.follower.channel, this.#cursor, batch);
    this.#isBehind = false;
    if (!this.#isOpen || rows.length === 0) return;
    this.#hasNews ||= rows.length === batch;
    this.#cursor = rows.at(-1)?.id ?? this.#cursor;
    this.#send(rows.map((row: EventRow) => eventText(row.type, row.id, row.payload)).join(""));
  }

  #send(text: string): void {
    if (!this.#isOpen) return;
    this.#sentAt = performance.now();
    this.#hasRoom = this.push(text);
  }
}
