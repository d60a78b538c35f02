import fc, { type Arbitrary } from "fast-check";
import type { Harvest } from "./Harvest.ts";

/** The words of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** Where a value stands: the field and what it is in. */
interface Place {
  parent: string;
  name: string;
}

/** Values that a schema takes; under names that answers have shown, mostly what they showed. */
export function arbitraryOf(schema: JsonSchema, harvest: Harvest, place: Place): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, harvest, place)));
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return seen(integers(schema), "number", harvest, place);
    case "number":
      return seen(numbers(schema), "number", harvest, place);
    case "string":
      return seen(strings(schema), "string", harvest, place);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, harvest, { parent: place.name, name: "" }), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "object":
      return objects(schema, harvest, place.name || place.parent);
    default:
      return fc.jsonValue();
  }
}

function objects(schema: JsonSchema, harvest: Harvest, parent: string): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, arbitraryOf(field, harvest, { parent, name })] as const,
  );
  const required = schema.required ?? [];
  const needed = fields.filter(([name]) => required.includes(name));
  // What a call does not need is mostly left out: too much of it contradicts itself.
  return fc.oneof(
    fc.record(Object.fromEntries(fields), { requiredKeys: required }),
    fc.record(Object.fromEntries(needed)),
  );
}

function seen(made: Arbitrary<unknown>, type: string, harvest: Harvest, { parent, name }: Place) {
  const kept = fc.tuple(fc.nat(), made).map(([random, otherwise]) => {
    const value = harvest.pick(parent, name, random);
    return typeof value === type ? value : otherwise;
  });
  return fc.oneof({ arbitrary: kept, weight: 4 }, { arbitrary: made, weight: 1 });
}

function integers({ minimum, maximum }: JsonSchema): Arbitrary<number> {
  const bounds = { min: minimum ?? -1_000_000, max: maximum ?? 10_000_000 };
  const small = { min: bounds.min, max: Math.min(bounds.max, Math.max(bounds.min, 0) + 3) };
  return fc.oneof(fc.integer(small), fc.integer(bounds));
}

function numbers({ minimum, maximum }: JsonSchema): Arbitrary<number> {
  return fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true });
}

function strings({ pattern, minLength, maxLength }: JsonSchema): Arbitrary<string> {
  const length = { minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 60) };
  if (pattern === undefined) return fc.string({ ...length, unit: "grapheme" });
  return fc
    .stringMatching(new RegExp(pattern))
    .filter((text) => text.length >= length.minLength && text.length <= length.maxLength);
}
