import { describe, expect, it } from "vitest";
import { groupMenu } from "./groupMenu.ts";
import {
  findChunksBetween,
  findSectionIndex,
  headingHeightPx,
  layoutMenu,
  rowHeightPx,
} from "./layoutMenu.ts";
import { parseMenu } from "./parseMenu.ts";

const sizes = [3, 20, 1];
const dishes = sizes.reduce<Record<string, unknown>[]>((all, size, rank) => {
  const some = Array.from({ length: size }, (_, n) => ({ category: `c${rank}`, cat_rank: rank, n }));
  return all.concat(some);
}, []);
const sections = layoutMenu(
  groupMenu(parseMenu(dishes.map((part, id) => ({ id: id + 1, name: "菜", price: 100, ...part }))).dishes),
);

describe("layoutMenu", () => {
  it("stacks sections without gaps", () => {
    expect(sections.map((section) => section.top)).toEqual([
      0,
      headingHeightPx + 3 * rowHeightPx,
      2 * headingHeightPx + 23 * rowHeightPx,
    ]);
    for (const section of sections) {
      const rows = section.chunks.reduce((sum, chunk) => sum + chunk.height, 0);
      expect(section.height).toBe(headingHeightPx + rows);
    }
  });

  it("counts chunks through the whole menu", () => {
    expect(sections.map((section) => section.chunks.map((chunk) => chunk.index))).toEqual([
      [0],
      [1, 2, 3, 4, 5],
      [6],
    ]);
  });

  it("finds the category at a scroll position", () => {
    const [, second, third] = sections;
    expect(findSectionIndex(sections, 0)).toBe(0);
    expect(findSectionIndex(sections, (second?.top ?? 0) - 2)).toBe(0);
    expect(findSectionIndex(sections, second?.top ?? 0)).toBe(1);
    expect(findSectionIndex(sections, (third?.top ?? 0) + 10_000)).toBe(2);
    expect(findSectionIndex([], 0)).toBe(0);
  });

  it("finds the chunks in a range", () => {
    const middle = sections[1]?.chunks[1]?.top ?? 0;
    expect(findChunksBetween(sections, middle + 5, middle + 10)).toEqual([2]);
    expect(findChunksBetween(sections, 0, 1e9)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
