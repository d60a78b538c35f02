import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { SlotStore } from "./SlotStore.ts";

const dates = ["2026-11-21", "2026-11-22", "2026-11-23"];
const places: Record<string, [string, number][]> = {
  "2026-11-21": [
    ["12:00", 0],
    ["12:15", 3],
    ["12:30", 0],
  ],
  "2026-11-22": [["00:00", 0]],
  "2026-11-23": [["08:00", 1]],
};

function make() {
  const requested: (string | undefined)[] = [];
  const gates: (() => void)[] = [];
  const state = { isOffline: false, isHeld: false, isMissing: false };
  const api = {
    call: async (_endpoint: unknown, input: { query?: unknown } = {}) => {
      const query = input.query as { restaurant_id: string; date?: string };
      requested.push(query.date);
      if (state.isHeld) await new Promise<void>((resolve) => void gates.push(resolve));
      if (state.isOffline) throw new Error("offline");
      if (state.isMissing) throw new ApiError("not_found", "", { status: 404 });
      const date = query.date ?? "2026-11-21";
      const slots = (places[date] ?? []).map(([clock, left]) => ({
        time: `${date} ${clock}`,
        left,
        day_part: "lunch",
      }));
      return { dates, date, slots, immediate: true } as never;
    },
  };
  // Eleven in the morning in Shanghai.
  const store = new SlotStore({ api, now: () => Date.parse("2026-11-21T03:00:00Z") });
  const release = () => {
    for (const open of gates.splice(0)) open();
  };
  return { store, requested, state, release };
}

describe("SlotStore", () => {
  it("offers only as soon as possible on a host without booked times", async () => {
    const { store, state } = make();
    state.isMissing = true;
    await store.open("F1", null);
    expect([store.hasFailed, store.dates, store.day]).toEqual([
      false,
      [],
      { dates: [], date: "2026-11-21", parts: [], immediate: true },
    ]);
    expect(await store.findNextAvailable("F1", "2026-11-21 11:00")).toBeNull();
  });

  it("opens on the day the server names, or on the day of the chosen time", async () => {
    const { store, requested } = make();
    await store.open("SH001", null);
    expect([store.date, store.today, store.dates]).toEqual(["2026-11-21", "2026-11-21", dates]);
    await store.open("SH001", "2026-11-22 09:00");
    expect(store.date).toBe("2026-11-22");
    await store.open("SH001", "2026-11-20 09:00");
    expect(requested).toEqual([undefined, "2026-11-22", undefined]);
  });

  it("never shows one day's slots under another day's name", async () => {
    const { store, state, release } = make();
    await store.open("SH001", null);
    state.isHeld = true;
    const moving = store.selectDate("2026-11-23");
    expect([store.date, store.day, store.dates.length]).toEqual(["2026-11-23", null, 3]);
    release();
    await moving;
    expect(store.day?.parts[0]?.slots).toEqual([{ time: "2026-11-23 08:00", left: 1 }]);
  });

  it("clears another restaurant's slots at once, and keeps a failure for a retry", async () => {
    const { store, state } = make();
    await store.open("SH001", null);
    state.isOffline = true;
    await expect(store.open("SH002", null)).rejects.toThrow("offline");
    expect([store.day, store.hasFailed]).toEqual([null, true]);
    state.isOffline = false;
    await store.reload();
    expect([store.day?.date, store.hasFailed]).toEqual(["2026-11-21", false]);
  });

  it("finds the next available time, across midnight", async () => {
    const { store, requested } = make();
    expect(await store.findNextAvailable("SH001", "2026-11-21 12:00")).toBe("2026-11-21 12:15");
    expect(await store.findNextAvailable("SH001", "2026-11-21 12:15")).toBe("2026-11-23 08:00");
    expect(await store.findNextAvailable("SH001", "2026-11-23 08:00")).toBeNull();
    expect(requested).toEqual(["2026-11-21", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-23"]);
  });
});
