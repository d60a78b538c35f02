/** Trace and span that work was started by, as the header `traceparent` names them (w3.org/TR/trace-context). */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Whether the trace's spans go to a collector. */
  isSampled: boolean;
}

const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const zerosPattern = /^0+$/;

/** Parses a `traceparent`; null for text of another form, which the standard says to ignore. */
export function parseTraceparent(text: string): TraceParent | null {
  const [, version, traceId = "", spanId = "", flags = "", rest] = pattern.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (zerosPattern.test(traceId) || zerosPattern.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Formats a `traceparent` of version 00. */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
