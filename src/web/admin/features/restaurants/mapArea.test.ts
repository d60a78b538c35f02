import { describe, expect, test } from "vitest";
import { distanceMetres } from "#contract/distance.ts";
import {
  findAreaProblem,
  insertUnfinishedLines,
  parseMapMessage,
  parsePolygon,
  surround,
  toMapArea,
} from "./mapArea.ts";

const fields = { lng: "121.43", lat: "31.19", delivery_radius: "3000", delivery_polygon: "" };

describe("the map shows", () => {
  test("place and radius, or the corners", () => {
    expect(toMapArea(fields)).toEqual({ place: [121.43, 31.19], radius: 3_000, polygon: null });
    const delivery_polygon = "121.4,31.1\n121.5，31.1\n121.4,31.2";
    expect(toMapArea({ ...fields, delivery_polygon }).polygon).toEqual(parsePolygon(delivery_polygon));
  });

  test("nothing of what is not typed to its end", () => {
    const typed = {
      lng: "12",
      lat: "",
      delivery_radius: "99999",
      delivery_polygon: "121.4,31.1\n121.\n1,2,3",
    };
    expect(toMapArea(typed)).toEqual({ place: null, radius: null, polygon: [[121.4, 31.1]] });
  });
});

test("lines that are not typed to their end stay when corners are dragged", () => {
  const typed = "121.4,31.1\n\n121.\n121.5,31.1\n1,2,3";
  expect(insertUnfinishedLines(typed, "121.4,31.2\n121.5,31.1")).toBe("121.4,31.2\n121.5,31.1\n121.\n1,2,3");
});

test("a line that is not typed to its end keeps its place among the corners", () => {
  const typed = "121.4,31.1\n121.\n121.5,31.1";
  expect(insertUnfinishedLines(typed, "121.4,31.2\n121.5,31.1")).toBe("121.4,31.2\n121.\n121.5,31.1");
});

test("a new area has its six corners at the radius", () => {
  const corners = surround([121.43, 31.19], 2_000);
  const metres = corners.map(([lng, lat]) => distanceMetres({ lng, lat }, { lng: 121.43, lat: 31.19 }));
  expect(metres).toHaveLength(6);
  for (const distance of metres) expect(Math.abs(distance - 2_000)).toBeLessThan(10);
});

test("an area that the server would refuse is told while it is drawn", () => {
  const problemOf = (delivery_polygon: string) =>
    findAreaProblem(toMapArea({ lng: "121.43", lat: "31.19", delivery_radius: "", delivery_polygon }));
  expect(problemOf("121.4,31.1\n121.5,31.2\n121.5,31.1\n121.4,31.2")).toBe("配送范围的边不能交叉或重叠");
  expect(problemOf("121.4,31.1\n121.9,31.1\n121.5,31.2")).toBe("配送范围不能超出门店 20 公里");
  expect(problemOf("121.4,31.1\n121.5,31.1\n121.5,31.2\n121.4,31.1")).toBeNull();
  expect(problemOf("121.4,31.1\n121.5,31.2\n121.")).toBeNull();
});

describe("a message of the map", () => {
  test.each([
    [{ ready: true }, { kind: "ready" }],
    [{ drawn: true }, { kind: "drawn" }],
    [{ failed: true }, { kind: "failed" }],
    [{ changed: { place: [121.5, 31.2] } }, { kind: "changed", changes: { lng: "121.5", lat: "31.2" } }],
    [{ changed: { radius: 2_500 } }, { kind: "changed", changes: { delivery_radius: "2500" } }],
    [
      {
        changed: {
          polygon: [
            [121.5, 31.2],
            [121.6, 31.3],
          ],
        },
      },
      { kind: "changed", changes: { delivery_polygon: "121.5,31.2\n121.6,31.3" } },
    ],
  ])("%j changes the fields", (data, message) => {
    expect(parseMapMessage(data)).toEqual(message);
  });

  test.each([
    null,
    "ready",
    { ready: 1 },
    { changed: null },
    { changed: { place: [31.2, 121.5] } },
    { changed: { place: ["121.5", "31.2"] } },
    { changed: { place: [121.5, Number.NaN] } },
    { changed: { place: [121.5, 31.2, 0] } },
    { changed: { radius: 20_001 } },
    { changed: { radius: 1.5 } },
    { changed: { polygon: Array.from({ length: 101 }, () => [121.5, 31.2]) } },
    { changed: { polygon: [["<b>", 31.2]] } },
    { changed: { name: "x" } },
  ])("%j is not listened to", (data) => {
    expect(parseMapMessage(data)).toBeNull();
  });
});
