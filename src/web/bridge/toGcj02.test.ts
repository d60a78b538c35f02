import { expect, test } from "vitest";
import { distanceMetres } from "#contract/distance.ts";
import { toGcj02 } from "./toGcj02.ts";

test("converts a browser's position to the Chinese map datum, and leaves positions abroad unchanged", () => {
  // Known pair of 天安门: 39.9073, 116.3912 in WGS-84 is about 39.9087, 116.3974 in GCJ-02.
  const moved = toGcj02({ lat: 39.9073, lng: 116.3912 });
  expect(distanceMetres(moved, { lat: 39.9087, lng: 116.3974 })).toBeLessThan(30);
  expect(toGcj02({ lat: 35.68, lng: 139.76 })).toEqual({ lat: 35.68, lng: 139.76 });
});
