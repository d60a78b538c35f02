type Value = string | number;

/** How many values of one name are kept; a newer one takes the place of any. */
const most = 400;

/** Values that answers showed, by field, so that made-up requests name things that exist. */
export class Harvest {
  readonly #values = new Map<string, Value[]>();

  /** Takes every text and number out of an answer. `word` is the part of the contract that answered. */
  take(word: string, answer: unknown): void {
    this.#walk(word, answer, word, "");
  }

  /** A value that was seen under this name, inside this parent if possible; undefined when none was. */
  pick(parent: string, name: string, random: number): Value | undefined {
    const found = this.#values.get(`${parent}.${name}`) ?? this.#values.get(name);
    return found?.[random % found.length];
  }

  #walk(word: string, value: unknown, parent: string, name: string): void {
    if (Array.isArray(value)) {
      for (const one of value.slice(0, 20)) this.#walk(word, one, name || parent, "");
    } else if (typeof value === "object" && value !== null) {
      for (const [key, one] of Object.entries(value)) this.#walk(word, one, name || parent, key);
    } else if ((typeof value === "string" && value.length <= 200) || typeof value === "number") {
      this.#keep(name, value);
      this.#keep(`${parent}.${name}`, value);
      if (parent !== word) this.#keep(`${word}.${name}`, value);
      if (name === "storecode")
        for (const alias of ["restaurant.id", "restaurant_id"]) this.#keep(alias, value);
      if (name === "id") this.#keep(`${parent === "list" ? word : parent}_id`, value);
    }
  }

  #keep(name: string, value: Value): void {
    const kept = this.#values.get(name) ?? [];
    if (kept.length < most) kept.push(value);
    else kept[Math.floor(Math.random() * most)] = value;
    this.#values.set(name, kept);
  }
}
