type Value = string | number;

/** Maximum number of values stored per name; a newer one replaces a random one. */
const maxPerName = 400;

/** Values observed in responses, by field, so that generated requests refer to existing things. */
export class ObservedValues {
  readonly #values = new Map<string, Value[]>();

  /** Collects every text and number of a response. `resource` is the API resource that responded. */
  collect(resource: string, response: unknown): void {
    this.#visit(resource, response, resource, "");
  }

  /** Returns an observed value of this name, preferably with this parent; undefined when there is none. */
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
