import { describe, expect, it } from "vitest";
import { listSlots, parseSlotDay } from "./SlotDay.ts";

const slot = (clock: string, day_part: unknown, left: unknown = 20) => ({
  time: `2026-11-21 ${clock}`,
  day_part,
  left,
});

function read(slots: unknown[]) {
  return parseSlotDay({ dates: ["2026-11-21", "2026-11-22"], date: "2026-11-21", slots, immediate: true });
}

describe("the slots of a day", () => {
  it("are grouped by part of the day, the small hours in a group of their own", () => {
    const day = read([slot("00:15", null), slot("09:45", "breakfast"), slot("10:00", "lunch", 0)]);
    expect(day?.parts.map(({ name, slots }) => [name, slots.length])).toEqual([
      [null, 1],
      ["breakfast", 1],
      ["lunch", 1],
    ]);
    expect(day === null ? [] : listSlots(day).map(({ time, left }) => [time.slice(11), left])).toEqual([
      ["00:15", 20],
      ["09:45", 20],
      ["10:00", 0],
    ]);
  });

  it("are left out when unreadable, and full when uncounted", () => {
    const day = read([slot("10:00", "lunch", "many"), { time: "soon" }, null, slot("10:15", "brunch")]);
    expect(day?.parts).toEqual([
      { name: "lunch", slots: [{ time: "2026-11-21 10:00", left: 0 }] },
      { name: null, slots: [{ time: "2026-11-21 10:15", left: 20 }] },
    ]);
  });

  it("are none when the response has another shape", () => {
    expect([null, [], { dates: [], slots: [] }, { dates: 1, date: "", slots: [] }].map(parseSlotDay)).toEqual(
      [null, null, null, null],
    );
  });
});
