/**
 * Storage with a limited number of characters, for tests; like the real one it lists its keys as own
 * properties.
 */
export class QuotaLimitedStorage implements Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  getItem(name: string): string | null {
    const value: unknown = Reflect.get(this, name);
    return Object.hasOwn(this, name) && typeof value === "string" ? value : null;
  }

  setItem(name: string, value: string): void {
    const otherEntries = Object.entries(this).filter(([key]) => key !== name);
    const used = otherEntries.reduce((sum, [key, text]) => sum + key.length + String(text).length, 0);
    if (used + name.length + value.length > this.#capacity)
      throw new DOMException("full", "QuotaExceededError");
    Reflect.set(this, name, value);
  }

  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}
