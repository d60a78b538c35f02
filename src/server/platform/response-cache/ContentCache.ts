import { type ByteCache, createByteCache } from "./byte-cache.ts";

/** A cached value that a change of the content makes outdated. */
export interface ContentEntry {
  readonly bytes: number;
  /** `performance.now()` at the first change since it was read; null without one. */
  outdatedAt: number | null;
}

/** Cache bounded by bytes that removes entries some time after they became outdated. */
export class ContentCache<Entry extends ContentEntry> {
  readonly #entries: ByteCache<Entry>;
  readonly #maxOutdatedMs: number;
  #timer: NodeJS.Timeout | null = null;

  /** Entries are removed when they have been outdated for `maxOutdatedMs`. */
  constructor({ maxBytes, maxOutdatedMs }: { maxBytes: number; maxOutdatedMs: number }) {
    this.#entries = createByteCache(maxBytes);
    this.#maxOutdatedMs = maxOutdatedMs;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** Stores an entry; measures it again when it is stored already. */
  set(key: string, entry: Entry): void {
    // The library does not measure a value that it already has.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  /** Marks an entry as outdated from now on; one that already is stays so since then. */
  markOutdated(key: string): void {
    const entry = this.#entries.peek(key);
    if (entry === undefined) return;
    entry.outdatedAt ??= performance.now();
    this.#timer ??= this.#scheduleRemoval(this.#maxOutdatedMs);
  }

  /** Marks all entries as outdated. */
  markAllOutdated(): void {
    for (const key of this.#entries.keys()) this.markOutdated(key);
  }

  #scheduleRemoval(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#removeOutdated(), delayMs).unref();
  }

  #removeOutdated(): void {
    const now = performance.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [key, { outdatedAt }] of [...this.#entries.entries()]) {
      if (outdatedAt === null) continue;
      const leftMs = outdatedAt + this.#maxOutdatedMs - now;
      if (leftMs <= 0) this.#entries.delete(key);
      else nextMs = Math.min(nextMs, leftMs);
    }
    this.#timer = nextMs === Number.POSITIVE_INFINITY ? null : this.#scheduleRemoval(nextMs);
  }
}
