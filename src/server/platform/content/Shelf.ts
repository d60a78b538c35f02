/** Things by key, the longest unused ones put away when they take more memory together than is allowed. */
export class Shelf<Thing extends { readonly bytes: number }> {
  readonly #most: number;
  readonly #things = new Map<string, Thing>();
  readonly #weights = new Map<string, number>();
  #bytes = 0;

  /** `most` in bytes; with none nothing is ever kept. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Thing | undefined {
    const thing = this.#things.get(key);
    if (thing === undefined) return undefined;
    // The order of a map is that of insertion: the first one is the longest unused.
    this.#things.delete(key);
    this.#things.set(key, thing);
    return thing;
  }

  /** Keeps a thing, or weighs it again; what has to make room for it goes. */
  put(key: string, thing: Thing): void {
    this.remove(key);
    this.#things.set(key, thing);
    this.#weights.set(key, thing.bytes);
    this.#bytes += thing.bytes;
    for (const [oldest] of this.#things) {
      if (this.#bytes <= this.#most) return;
      this.remove(oldest);
    }
  }

  remove(key: string): void {
    this.#things.delete(key);
    this.#bytes -= this.#weights.get(key) ?? 0;
    this.#weights.delete(key);
  }

  clear(): void {
    this.#things.clear();
    this.#weights.clear();
    this.#bytes = 0;
  }
}
