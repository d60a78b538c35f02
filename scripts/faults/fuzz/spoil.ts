import fc, { type Arbitrary } from "fast-check";

/** Values that no field means. */
const hostile: unknown[] = [
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

/** The same input with one field replaced, removed or added, or as it was. */
export function maybeSpoiled(input: Arbitrary<unknown>): Arbitrary<unknown> {
  const fault = fc.constantFrom("none", "none", "none", "replace", "remove", "add");
  return fc
    .tuple(input, fault, fc.nat(), fc.constantFrom(...hostile), fc.constantFrom(...extraNames))
    .map(([value, kind, random, odd, extra]) => {
      if (typeof value !== "object" || value === null || kind === "none") return value;
      const fields = Object.entries(value);
      const place = fields.length === 0 ? -1 : random % fields.length;
      if (kind === "add") fields.push([extra, odd]);
      else if (kind === "remove") fields.splice(place, 1);
      else fields[place] = [fields[place]?.[0] ?? extra, odd];
      // As own fields, whatever they are called.
      return Object.fromEntries(fields);
    });
}

/** Bodies that are not what their header says. */
export const brokenBodies: { text: string; type: string }[] = [
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
