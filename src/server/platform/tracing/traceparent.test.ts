import { expect, test } from "vitest";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test.each([
  ["01", true],
  ["00", false],
  ["03", true],
])("flags %s say whether the trace is sampled", (flags, isSampled) => {
  expect(parseTraceparent(`00-${traceId}-${spanId}-${flags}`)).toEqual({ traceId, spanId, isSampled });
});

test("what is formatted is parsed to the same", () => {
  const parent = { traceId, spanId, isSampled: true };
  expect(parseTraceparent(formatTraceparent(parent))).toEqual(parent);
});

test("a later version may say more at its end", () => {
  expect(parseTraceparent(`01-${traceId}-${spanId}-01-more`)).toEqual({ traceId, spanId, isSampled: true });
});

test.each([
  "",
  traceId,
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId}-${spanId}-01\n`,
])("%j is ignored", (text) => {
  expect(parseTraceparent(text)).toBeNull();
});
