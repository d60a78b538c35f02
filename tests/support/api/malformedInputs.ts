/** Values that are invalid or unusual for any field. */
const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  1e21,
  2 ** 53,
  "",
  " ",
  "0",
  "1e3",
  "NaN",
  "a\u0000b",
  "\ud800",
  "\u202Eabc\u200B",
  "e\u0301".repeat(1_000),
  "x".repeat(10_000),
  "' or '1'='1' --",
  "'; select pg_sleep(9); --",
  "<img src=x onerror=alert(1)>",
  "../../etc/passwd",
  "{{7*7}}",
  "%00",
  [],
  ["a", "b"],
  {},
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
];

/** Yields the input with one field replaced, removed or added. */
export function* malformedInputs(fields: Record<string, unknown>): Generator<Record<string, unknown>> {
  for (const name of Object.keys(fields)) {
    for (const value of hostileValues) yield { ...fields, [name]: value };
    const { [name]: _gone, ...rest } = fields;
    yield rest;
  }
  for (const extraName of ["constructor", "is_admin", "user_id", "$where"])
    yield { ...fields, [extraName]: "x" };
}

/** Formats fields as a query string. */
export function toQueryString(query: Record<string, unknown>): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  ).toString();
}
