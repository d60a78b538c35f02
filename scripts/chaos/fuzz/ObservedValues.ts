type Value = string | number;

/** How many values of one name are kept; a newer one takes the place of any. */
const maxPerName = 400;

/** Values that answers showed, by field, so that made-up requests name things that exist. */
export class ObservedValues {
  readonly #values = new Map<string, Value[]>();

  /** Takes every text and number out of an answer. `word` is the part of the contract that answered. */
  collect(resource: string, response: unknown): void {
    this.#visit(resource, response, resource, "");
  }

  /** A value that was seen under this name, inside this parent if possible; undefined when none was. */
  pick(parent: string, name: string, random: number): Value | undefined {
    const found = this.#values.get(`${parent}.${name}`) ?? this.#values.get(name);
    return found?.[random % found.length];
  }

  #visit(resource: string, value: unknown, parent: string, name: string): void {
    if (Array.isArray(value)) {
      for (const one of value.slice(0, 20)) this.#visit(resource, one, name || parent, "");
    } else if (typeof value === "object" && value !== null) {
      for (const [key, one] of Object.entries(value)) this.#visit(resource, one, name || parent, key);
    } else if ((typeof value === "string" && value.length <= 200) || typeof value === "number") {
      this.#add(name, value);
      this.#add(`${parent}.${name}`, value);
      if (parent !== resource) this.#add(`${resource}.${name}`, value);
      if (name === "storecode")
        for (const alias of ["restaurant.id", "restaurant_id"]) this.#add(alias, value);
      if (name === "id") this.#add(`${parent === "list" ? resource : parent}_id`, value);
    }
  }

  #add(name: string, value: Value): void {
    const values = this.#values.get(name) ?? [];
    if (values.length < maxPerName) values.push(value);
    else values[Math.floor(Math.random() * maxPerName)] = value;
    this.#values.set(name, values);
  }
}
