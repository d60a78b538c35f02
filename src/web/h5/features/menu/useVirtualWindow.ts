import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { findChunksBetween, type VirtualSection } from "./layoutMenu.ts";
import { trackTextUnit } from "./trackTextUnit.ts";
import { type ChunkRange, VirtualWindow } from "./VirtualWindow.ts";

/** Height (px of the design) that is rendered at once: as much of the list as a tall phone shows. */
const firstScreenPx = 640;

/**
 * Returns the virtual window of a list that scrolls inside `scroller`, its scroll handler, and a ref to the px
 * on the screen for each px of the sections. It stops when the list is unmounted.
 */
export function useVirtualWindow(scroller: RefObject<HTMLElement>, sections: readonly VirtualSection[]) {
  const [chunks] = useState(() => new VirtualWindow(rangeBetween(sections, 0, firstScreenPx - 1)));
  const unitRef = useRef(1);
  const look = useCallback(() => {
    if (scroller.current === null) return;
    const scrollTop = scroller.current.scrollTop / unitRef.current;
    const clientHeight = scroller.current.clientHeight / unitRef.current;
    const last = sections.reduce((sum, section) => sum + section.chunks.length, 0) - 1;
    const view = rangeBetween(sections, scrollTop - clientHeight / 2, scrollTop + 1.5 * clientHeight);
    chunks.setVisible(view, last);
  }, [scroller, sections, chunks]);
  useEffect(() => {
    look();
    return () => chunks.stop();
  }, [look, chunks]);
  useEffect(() => {
    const menu = scroller.current?.parentElement;
    if (!menu) return;
    return trackTextUnit(menu, (unitPx) => {
      if (unitPx === unitRef.current) return;
      unitRef.current = unitPx;
      look();
    });
  }, [scroller, look]);
  return { chunks, look, unitRef };
}

/** Returns the chunks of a section that are rendered now. */
export function useRenderedRows(chunks: VirtualWindow, { chunks: all }: VirtualSection) {
  const first = all[0]?.index ?? 0;
  // Numbers, so that a section renders again only when its own range changed.
  const from = useRangeValue(chunks, ({ from }) => clamp(from - first, all.length));
  const end = useRangeValue(chunks, ({ to }) => clamp(to + 1 - first, all.length));
  return all.slice(from, end);
}

function useRangeValue(chunks: VirtualWindow, select: (range: ChunkRange) => number): number {
  const getSnapshot = () => select(chunks.range);
  return useSyncExternalStore(chunks.subscribe, getSnapshot, getSnapshot);
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}

function rangeBetween(sections: readonly VirtualSection[], top: number, bottom: number): ChunkRange {
  const found = findChunksBetween(sections, top, bottom);
  return { from: found[0] ?? 0, to: found[found.length - 1] ?? 0 };
}
