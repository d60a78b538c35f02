import type { MenuCard, MenuCategory } from "./groupMenu.ts";

/**
 * Heights of the menu in px of the design, which grow with the text. Fixed, so that a position in a list of
 * thousands is arithmetic, not measuring.
 */
export const rowHeightPx = 112;
export const headingHeightPx = 36;
/** Rows that are rendered together: few enough for a frame of a slow phone. */
export const rowsPerChunk = 4;

/** Rows of a category that are rendered together; `order` counts chunks through the whole menu. */
export interface MenuChunk {
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly cards: readonly MenuCard[];
}

/** A category with its position in the long list. */
export interface MenuSection {
  readonly category: MenuCategory;
  readonly top: number;
  readonly height: number;
  readonly chunks: readonly MenuChunk[];
}

/** Section of a list made of chunks. */
export type VirtualSection = Pick<MenuSection, "top" | "height" | "chunks">;

/** Converts px of the design into a CSS length that grows with the text. */
export function toCssHeight(px: number): string {
  return `calc(${px} * var(--unit))`;
}

/** Computes the positions in one long list with a heading for each category. */
export function layoutMenu(categories: readonly MenuCategory[]): MenuSection[] {
  let top = 0;
  let order = 0;
  return categories.map((category) => {
    const chunks = splitIntoChunks(category.cards, top + headingHeightPx, order);
    const section = { category, top, height: headingHeightPx + category.cards.length * rowHeightPx, chunks };
    top += section.height;
    order += chunks.length;
    return section;
  });
}

/** Returns the index of the category at a scroll position. */
export function findSectionIndex(sections: readonly MenuSection[], scrollTop: number): number {
  const after = sections.findIndex((section) => section.top > scrollTop + 1);
  return after < 0 ? Math.max(0, sections.length - 1) : Math.max(0, after - 1);
}

/** Returns the `order` range of the chunks that overlap a range of the list. */
export function findChunksBetween(sections: readonly VirtualSection[], from: number, to: number): number[] {
  const found: number[] = [];
  for (const section of sections) {
    if (section.top + section.height < from || section.top > to) continue;
    for (const chunk of section.chunks) {
      if (chunk.top + chunk.height >= from && chunk.top <= to) found.push(chunk.index);
    }
  }
  return found;
}

/** Splits cards into chunks; the first one is at `top` and has the number `order`. */
export function splitIntoChunks(cards: readonly MenuCard[], top: number, order: number): MenuChunk[] {
  const chunks: MenuChunk[] = [];
  for (let from = 0; from < cards.length; from += rowsPerChunk) {
    const part = cards.slice(from, from + rowsPerChunk);
    chunks.push({
      index: order + chunks.length,
      top: top + from * rowHeightPx,
      height: part.length * rowHeightPx,
      cards: part,
    });
  }
  return chunks;
}
