import Type, { type Static } from "typebox";
import { openingSpansMax, specialDaysMax } from "../constants.ts";

/** "HH:mm" in Asia/Shanghai; "24:00" is the end of the day. */
const TimeOfDay = Type.String({ pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$" });

/** Begin and end of a time of opening; an end at or before the begin lies on the next day. */
export const OpeningSpan = Type.Tuple([TimeOfDay, TimeOfDay]);
export type OpeningSpan = Static<typeof OpeningSpan>;

/** Times of opening of one day, by their begin; none when it is closed. */
export const OpeningSpans = Type.Array(OpeningSpan, { maxItems: openingSpansMax });
export type OpeningSpans = Static<typeof OpeningSpans>;

/** Times of opening of the seven days from Monday on. */
export const WeekHours = Type.Array(OpeningSpans, { minItems: 7, maxItems: 7 });
export type WeekHours = Static<typeof WeekHours>;

/** One date ("YYYY-MM-DD") with other times than its weekday has, such as a holiday. */
export const SpecialDay = Type.Object(
  { date: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), spans: OpeningSpans },
  { additionalProperties: false },
);
export type SpecialDay = Static<typeof SpecialDay>;

/** Up to the limit, and what restaurants set for today and yesterday. */
export const SpecialDays = Type.Array(SpecialDay, { maxItems: specialDaysMax + 2 });
