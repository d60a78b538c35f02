import { describe, expect, test } from "vitest";
import { isSimplePolygon, removeClosingCorner } from "./delivery-area.rules.ts";

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
