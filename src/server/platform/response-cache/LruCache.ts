/** LRU cache bounded by total bytes. */
export class LruCache<Value extends { readonly bytes: number }> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Value>();
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  /** `maxBytes` of 0 disables the cache. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map iterates in insertion order: the first entry is the least recently used.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Adds or replaces an entry, and evicts the least recently used ones beyond the limit. */
  set(key: string, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#sizes.set(key, value.bytes);
    this.#bytes += value.bytes;
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
    this.#bytes -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#sizes.clear();
    this.#bytes = 0;
  }
}
