/** Things by key, the longest unused ones put away when they take more memory together than is allowed. */
export class LruCache<Value extends { readonly bytes: number }> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Value>();
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  /** `most` in bytes; with none nothing is ever kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // The order of a map is that of insertion: the first one is the longest unused.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Keeps a thing, or weighs it again; what has to make room for it goes. */
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
