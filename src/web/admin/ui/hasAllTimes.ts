import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";

/** Returns whether every time was typed in full; browsers report one that is not as empty. */
export function hasAllTimes(spans: OpeningSpans): boolean {
  return spans.every((span) => span.every((time) => time !== ""));
}
