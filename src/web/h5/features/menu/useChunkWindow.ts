import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { type ChunkRange, ChunkWindow } from "./ChunkWindow.ts";
import { chunksBetween, type Stretch } from "./layoutMenu.ts";

/** What is made at once: as much of the list as a tall phone shows. */
const firstScreenPx = 640;

/**
 * The window of a list that scrolls inside `scroller`, and what to call when it was scrolled. It rests when the list
 * goes away.
 */
export function useChunkWindow(scroller: RefObject<HTMLElement>, stretches: readonly Stretch[]) {
  const [chunks] = useState(() => new ChunkWindow(rangeBetween(stretches, 0, firstScreenPx - 1)));
  const look = useCallback(() => {
    if (scroller.current === null) return;
    const { scrollTop, clientHeight } = scroller.current;
    const last = stretches.reduce((sum, stretch) => sum + stretch.chunks.length, 0) - 1;
    const view = rangeBetween(stretches, scrollTop - clientHeight / 2, scrollTop + 1.5 * clientHeight);
    chunks.look(view, last);
  }, [scroller, stretches, chunks]);
  useEffect(() => {
    look();
    return () => chunks.stop();
  }, [look, chunks]);
  return { chunks, look };
}

/** The chunks of a stretch that are made now. */
export function useMade(chunks: ChunkWindow, { chunks: all }: Stretch) {
  const first = all[0]?.order ?? 0;
  // Numbers, so that a stretch is drawn again only when something of its own changed.
  const from = useMadeOf(chunks, ({ from }) => clamp(from - first, all.length));
  const end = useMadeOf(chunks, ({ to }) => clamp(to + 1 - first, all.length));
  return all.slice(from, end);
}

function useMadeOf(chunks: ChunkWindow, read: (range: ChunkRange) => number): number {
  const now = () => read(chunks.range);
  return useSyncExternalStore(chunks.subscribe, now, now);
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function rangeBetween(stretches: readonly Stretch[], top: number, bottom: number): ChunkRange {
  const found = chunksBetween(stretches, top, bottom);
  return { from: found[0] ?? 0, to: found[found.length - 1] ?? 0 };
}
