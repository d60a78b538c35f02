import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSimplePolygon, removeClosingCorner } from "#contract/delivery-polygon.ts";
import { deliversTo, isInPolygon } from "./delivery-area.rules.ts";

test("a ring is opened, and one that is open stays as it is", () => {
  const ring: [number, number][] = [
    [0, 0],
    [2, 0],
    [0, 2],
  ];
  expect(removeClosingCorner([...ring, [0, 0]])).toEqual(ring);
  expect(removeClosingCorner(ring)).toEqual(ring);
});

describe("a delivery area", () => {
  test.each<[string, [number, number][]]>([
    [
      "a triangle",
      [
        [0, 0],
        [2, 0],
        [0, 2],
      ],
    ],
    [
      "a square, clockwise",
      [
        [0, 0],
        [0, 2],
        [2, 2],
        [2, 0],
      ],
    ],
    [
      "a square with a corner on an edge",
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ],
    ],
    [
      "a shape with a notch",
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 1],
        [0, 4],
      ],
    ],
  ])("may be %s", (_, ring) => {
    expect(isSimplePolygon(ring)).toBe(true);
    expect(isSimplePolygon([...ring.slice(1), ring[0]!])).toBe(true);
    expect(isSimplePolygon(ring.toReversed())).toBe(true);
  });

  test.each<[string, [number, number][]]>([
    [
      "an hourglass",
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ],
    ],
    [
      "a line",
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
    [
      "a corner twice",
      [
        [0, 0],
        [2, 0],
        [2, 0],
        [0, 2],
      ],
    ],
    [
      "a spike",
      [
        [0, 0],
        [2, 0],
        [4, 0],
        [2, 0],
        [0, 2],
      ],
    ],
    [
      "two triangles that meet in a corner",
      [
        [0, 0],
        [2, 0],
        [1, 1],
        [2, 2],
        [0, 2],
        [1, 1],
      ],
    ],
    [
      "a corner on a far edge",
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
    ],
  ])("is never %s", (_, ring) => {
    for (let i = 0; i < ring.length; i++) {
      const rotated = [...ring.slice(i), ...ring.slice(0, i)];
      expect(isSimplePolygon(rotated)).toBe(false);
      expect(isSimplePolygon(rotated.toReversed())).toBe(false);
    }
  });
});

/** Corners around Shanghai at given turns (of a full one) and distances (degrees), in the order of the turns. */
function surround(corners: readonly { turn: number; far: number }[]): [number, number][] {
  const sorted = corners.toSorted((a, b) => a.turn - b.turn);
  return sorted.map(({ turn, far }) => {
    const angle = 2 * Math.PI * turn;
    return [121.43 + far * Math.cos(angle), 31.19 + far * Math.sin(angle)];
  });
}

/** Three to twelve corners, each in its own part of the turn, so that Shanghai lies between them. */
const corners = fc
  .array(
    fc.record({
      share: fc.double({ min: 0.1, max: 0.4, noNaN: true }),
      far: fc.integer({ min: 1, max: 15 }),
    }),
    {
      minLength: 3,
      maxLength: 12,
    },
  )
  .map((parts) => parts.map(({ share, far }, i) => ({ turn: (i + share) / parts.length, far: far / 100 })));

describe("any area around a restaurant", () => {
  test("does not cross itself, and contains what lies between its middle and its edge, with the edge", () => {
    fc.assert(
      fc.property(corners, fc.nat(11), fc.double({ min: 0, max: 1, noNaN: true }), (parts, nth, share) => {
        const ring = surround(parts);
        expect(isSimplePolygon(ring)).toBe(true);
        const [a, b] = [ring[nth % ring.length]!, ring[(nth + 1) % ring.length]!];
        const edge = { lng: a[0] + share * (b[0] - a[0]), lat: a[1] + share * (b[1] - a[1]) };
        const at = (times: number) => ({
          lng: 121.43 + times * (edge.lng - 121.43),
          lat: 31.19 + times * (edge.lat - 31.19),
        });
        const inside = [0, 0.5, 0.999, 1].map((times) => isInPolygon(ring, at(times)));
        expect(inside).toEqual([true, true, true, true]);
        expect(isInPolygon(ring, at(1.001))).toBe(false);
        expect(isInPolygon(ring.toReversed(), at(1))).toBe(true);
      }),
    );
  });

  test("crosses itself once two neighbouring corners of a round one change places", () => {
    const round = corners
      .filter((parts) => parts.length > 3)
      .map((parts) => parts.map(({ turn }) => ({ turn, far: 0.1 })));
    fc.assert(
      fc.property(round, fc.nat(11), (parts, nth) => {
        const ring = surround(parts);
        const [i, j] = [nth % ring.length, (nth + 1) % ring.length];
        [ring[i], ring[j]] = [ring[j]!, ring[i]!];
        expect(isSimplePolygon(ring)).toBe(false);
      }),
    );
  });
});

test("a polygon decides alone, and without one the radius", () => {
  const place = { lng: 121.43, lat: 31.19, delivers: true, deliveryRadiusM: 1_000 };
  const east: [number, number][] = [
    [121.5, 31.1],
    [121.6, 31.1],
    [121.6, 31.2],
    [121.5, 31.2],
  ];
  const next = { lng: 121.431, lat: 31.19 };
  const corner = { lng: 121.5, lat: 31.2 };
  expect(deliversTo({ ...place, deliveryPolygon: null }, next)).toBe(true);
  expect(deliversTo({ ...place, deliveryPolygon: null }, corner)).toBe(false);
  expect(deliversTo({ ...place, deliveryPolygon: east }, next)).toBe(false);
  expect(deliversTo({ ...place, deliveryPolygon: east }, corner)).toBe(true);
  expect(deliversTo({ ...place, delivers: false, deliveryPolygon: east }, corner)).toBe(false);
});
