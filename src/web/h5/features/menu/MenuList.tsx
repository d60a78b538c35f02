import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ChunkSchedule } from "./ChunkSchedule.ts";
import type { DishShelf } from "./DishShelf.ts";
import type { MenuCard, MenuCategory } from "./groupMenu.ts";
import { chunksBetween, layoutMenu, type MenuSection, sectionAt } from "./layoutMenu.ts";
import styles from "./MenuList.module.css";
import { RowChunk } from "./RowChunk.tsx";

interface MenuListProps {
  categories: readonly MenuCategory[];
  /** The category to stand at when the list appears. */
  startIndex: number;
  shelf: DishShelf;
  onChoose: (card: MenuCard) => void;
  /** Another category came into view. */
  onFollow: (index: number) => void;
  /** Receives how to bring a category to the top. */
  jump: { current: ((index: number) => void) | null };
}

/** Every category in one long list with sticky headings. */
export function MenuList({ categories, startIndex, shelf, onChoose, onFollow, jump }: MenuListProps) {
  const sections = useMemo(() => layoutMenu(categories), [categories]);
  const schedule = useSchedule();
  const scroller = useFollowing(sections, schedule, onFollow, startIndex, jump);
  return (
    <div ref={scroller} className={styles.scroller}>
      {sections.map((section) => (
        <section key={section.category.name} style={{ height: section.height }}>
          <h2 className={styles.heading}>{section.category.name}</h2>
          {section.chunks.map((chunk) => (
            <RowChunk key={chunk.order} chunk={chunk} schedule={schedule} shelf={shelf} onChoose={onChoose} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** The schedule of one list; it rests when the list goes away. */
export function useSchedule(): ChunkSchedule {
  const [schedule] = useState(() => new ChunkSchedule());
  useEffect(() => () => schedule.stop(), [schedule]);
  return schedule;
}

/** Tells which category and chunks are in view, and brings a picked category to the top. */
function useFollowing(
  sections: readonly MenuSection[],
  schedule: ChunkSchedule,
  onFollow: (index: number) => void,
  startIndex: number,
  jump: MenuListProps["jump"],
) {
  const scroller = useRef<HTMLDivElement>(null);
  // A picked category near the end cannot reach the top: it stays marked until the customer scrolls by hand.
  const isPicked = useRef(false);
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop, clientHeight } = element;
    schedule.want(chunksBetween(sections, scrollTop - 2 * clientHeight, scrollTop + 3 * clientHeight));
    if (!isPicked.current) onFollow(sectionAt(sections, scrollTop));
  }, [sections, schedule, onFollow]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const release = () => {
      isPicked.current = false;
    };
    const byHand = ["pointerdown", "wheel", "touchstart", "keydown"];
    element.addEventListener("scroll", look, { passive: true });
    for (const type of byHand) element.addEventListener(type, release, { passive: true });
    return () => {
      element.removeEventListener("scroll", look);
      for (const type of byHand) element.removeEventListener(type, release);
    };
  }, [look]);

  useEffect(() => {
    jump.current = (index) => {
      isPicked.current = true;
      if (scroller.current !== null) scroller.current.scrollTop = sections[index]?.top ?? 0;
    };
    return () => {
      jump.current = null;
    };
  }, [sections, jump]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first place counts; later the scroll position leads
  useEffect(() => {
    if (startIndex > 0) jump.current?.(startIndex);
  }, []);
  return scroller;
}
