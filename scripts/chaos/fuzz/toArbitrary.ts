import fc, { type Arbitrary } from "fast-check";
import type { ObservedValues } from "./ObservedValues.ts";

/** Subset of JSON Schema keywords that the contract uses. */
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

/** Path of a value: the field name and its parent. */
interface FieldPath {
  parent: string;
  name: string;
}

/** Generates values that a schema accepts; for names observed in responses mostly the observed values. */
export function toArbitrary(
  schema: JsonSchema,
  observedValues: ObservedValues,
  fieldPath: FieldPath,
): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((item) => toArbitrary(item, observedValues, fieldPath)));
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return preferObserved(integers(schema), "number", observedValues, fieldPath);
    case "number":
      return preferObserved(numbers(schema), "number", observedValues, fieldPath);
    case "string":
      return preferObserved(strings(schema), "string", observedValues, fieldPath);
    case "array":
      return fc.array(toArbitrary(schema.items ?? {}, observedValues, { parent: fieldPath.name, name: "" }), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case "object":
      return objects(schema, observedValues, fieldPath.name || fieldPath.parent);
    default:
      return fc.jsonValue();
  }
}

function objects(schema: JsonSchema, observedValues: ObservedValues, parent: string): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, toArbitrary(field, observedValues, { parent, name })] as const,
  );
  const required = schema.required ?? [];
  const needed = fields.filter(([name]) => required.includes(name));
  // Optional fields are mostly omitted: too many of them contradict each other.
  return fc.oneof(
    fc.record(Object.fromEntries(fields), { requiredKeys: required }),
    fc.record(Object.fromEntries(needed)),
  );
}

function preferObserved(
  generated: Arbitrary<unknown>,
  type: string,
  observedValues: ObservedValues,
  { parent, name }: FieldPath,
) {
  const observed = fc.tuple(fc.nat(), generated).map(([random, otherwise]) => {
    const value = observedValues.pick(parent, name, random);
    return typeof value === type ? value : otherwise;
  });
  return fc.oneof({ arbitrary: observed, weight: 4 }, { arbitrary: generated, weight: 1 });
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
