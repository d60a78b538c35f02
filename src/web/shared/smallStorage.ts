/** A device's storage with room for so many characters, for tests; like the real one it lists its names as own keys. */
export class SmallStorage implements Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  readonly #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  getItem(name: string): string | null {
    const value: unknown = Reflect.get(this, name);
    return Object.hasOwn(this, name) && typeof value === "string" ? value : null;
  }

  setItem(name: string, value: string): void {
    const others = Object.entries(this).filter(([other]) => other !== name);
    const used = others.reduce((sum, [other, text]) => sum + other.length + String(text).length, 0);
    if (used + name.length + value.length > this.#room) throw new DOMException("full", "QuotaExceededError");
    Reflect.set(this, name, value);
  }

  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}
