import { describe, expect, it } from "vitest";
import { parseRestaurantDetail } from "./RestaurantDetail.ts";

const raw = {
  storecode: "SH010",
  storename: "食单·五角场店",
  distance: 420,
  paused_until: "2026-11-21T06:30:00.000Z",
  bookingExt: { boolOpenTime: true, boolImmediate: false },
};
const reply = (...stores: unknown[]) => ({ code: 200, data: { data: { stores } } });

describe("a restaurant detail", () => {
  it("has the end of its pause, and its distance when requested from a location", () => {
    expect(parseRestaurantDetail(reply(raw), true)).toMatchObject({
      id: "SH010",
      distanceM: 420,
      canOrder: false,
      pausedUntil: "2026-11-21T06:30:00.000Z",
    });
    expect(parseRestaurantDetail(reply(raw), false)?.distanceM).toBeNull();
    expect(parseRestaurantDetail(reply({ ...raw, paused_until: null }), true)?.pausedUntil).toBeNull();
  });

  it("tells whether there are pictures, which an older host does not", () => {
    expect(parseRestaurantDetail(reply({ ...raw, has_pictures: true }), true)?.hasPictures).toBe(true);
    expect(parseRestaurantDetail(reply(raw), true)?.hasPictures).toBe(false);
  });

  it("is none where the response has none", () => {
    expect([reply(), {}, null].map((each) => parseRestaurantDetail(each, true))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
