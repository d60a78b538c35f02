import fc, { type Arbitrary } from "fast-check";

/** Values that are invalid or unusual for any field. */
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  "",
  " ",
  "1e3",
  "NaN",
  "a\u0000b",
  "\ud800",
  "\u202Eabc\u200B",
  "e\u0301".repeat(500),
  "x".repeat(10_000),
  "' or '1'='1' --",
  "'; select pg_sleep(9); --",
  "%_\\",
  "<img src=x onerror=alert(1)>",
  "../../etc/passwd",
  [],
  ["a", "b"],
  {},
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
];

const extraNames = ["constructor", "__proto__", "is_admin", "user_id", "$where", "price"];

/** Returns the same input with one field replaced, removed or added, or unchanged. */
export function maybeMalformed(input: Arbitrary<unknown>): Arbitrary<unknown> {
  const fault = fc.constantFrom("none", "none", "none", "replace", "remove", "add");
  return fc
    .tuple(input, fault, fc.nat(), fc.constantFrom(...hostileValues), fc.constantFrom(...extraNames))
    .map(([value, kind, random, hostileValue, extra]) => {
      if (typeof value !== "object" || value === null || kind === "none") return value;
      const fields = Object.entries(value);
      const index = fields.length === 0 ? -1 : random % fields.length;
      if (kind === "add") fields.push([extra, hostileValue]);
      else if (kind === "remove") fields.splice(index, 1);
      else fields[index] = [fields[index]?.[0] ?? extra, hostileValue];
      // Defines them as own properties, whatever their names (such as `__proto__`).
      return Object.fromEntries(fields);
    });
}

/** Bodies that do not match their content type. */
export const malformedBodies: { text: string; type: string }[] = [
  { text: "{", type: "application/json" },
  { text: '{"a":1}}', type: "application/json" },
  { text: "\ufeff{}", type: "application/json" },
  { text: "[".repeat(10_000), type: "application/json" },
  { text: "null", type: "application/json" },
  { text: "a=1&b=2", type: "application/x-www-form-urlencoded" },
  { text: "<a/>", type: "application/xml" },
  { text: "--x\r\n", type: "multipart/form-data; boundary=x" },
  { text: "x", type: "multipart/form-data" },
  { text: `"${"x".repeat(70_000)}"`, type: "application/json" },
];
