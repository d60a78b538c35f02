import type { MenuCard, MenuCategory } from "./groupMenu.ts";

/** Heights of the menu in px. Fixed, so that a place in a list of thousands is arithmetic, not measuring. */
export const rowPx = 112;
export const headingPx = 36;
/** Rows that are made together: few enough for a frame of a slow phone. */
export const chunkRows = 4;

/** Some rows of a category that appear together; `order` counts them through the whole menu. */
export interface MenuChunk {
  readonly order: number;
  readonly top: number;
  readonly height: number;
  readonly cards: readonly MenuCard[];
}

/** A category with its place in the long list. */
export interface MenuSection {
  readonly category: MenuCategory;
  readonly top: number;
  readonly height: number;
  readonly chunks: readonly MenuChunk[];
}

/** A part of a list that is made of chunks. */
export type Stretch = Pick<MenuSection, "top" | "height" | "chunks">;

/** Where everything stands in one long list with a heading for each category. */
export function layoutMenu(categories: readonly MenuCategory[]): MenuSection[] {
  let top = 0;
  let order = 0;
  return categories.map((category) => {
    const chunks = chunksOf(category.cards, top + headingPx, order);
    const section = { category, top, height: headingPx + category.cards.length * rowPx, chunks };
    top += section.height;
    order += chunks.length;
    return section;
  });
}

/** The category at a scroll position. */
export function sectionAt(sections: readonly MenuSection[], scrollTop: number): number {
  const after = sections.findIndex((section) => section.top > scrollTop + 1);
  return after < 0 ? Math.max(0, sections.length - 1) : Math.max(0, after - 1);
}

/** The chunks that touch a stretch of the list, as `order` numbers. */
export function chunksBetween(sections: readonly Stretch[], from: number, to: number): number[] {
  const found: number[] = [];
  for (const section of sections) {
    if (section.top + section.height < from || section.top > to) continue;
    for (const chunk of section.chunks) {
      if (chunk.top + chunk.height >= from && chunk.top <= to) found.push(chunk.order);
    }
  }
  return found;
}

/** Cards cut into chunks; the first one stands at `top` and has the number `order`. */
export function chunksOf(cards: readonly MenuCard[], top: number, order: number): MenuChunk[] {
  const chunks: MenuChunk[] = [];
  for (let from = 0; from < cards.length; from += chunkRows) {
    const part = cards.slice(from, from + chunkRows);
    chunks.push({
      order: order + chunks.length,
      top: top + from * rowPx,
      height: part.length * rowPx,
      cards: part,
    });
  }
  return chunks;
}
