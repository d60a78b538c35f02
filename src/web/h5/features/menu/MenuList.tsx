import { useCallback, useEffect, useMemo, useRef } from "react";
import { Chunks } from "./Chunks.tsx";
import type { DishShelf } from "./DishShelf.ts";
import type { MenuCard, MenuCategory } from "./groupMenu.ts";
import { layoutMenu, type MenuSection, sectionAt } from "./layoutMenu.ts";
import styles from "./MenuList.module.css";
import { useChunkWindow } from "./useChunkWindow.ts";

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
  const { scroller, chunks } = useFollowing(sections, onFollow, startIndex, jump);
  return (
    <div ref={scroller} className={styles.scroller}>
      {sections.map((section) => (
        <section key={section.category.name} className={styles.stretch} style={{ height: section.height }}>
          <h2 className={styles.heading}>{section.category.name}</h2>
          <Chunks stretch={section} chunks={chunks} shelf={shelf} onChoose={onChoose} />
        </section>
      ))}
    </div>
  );
}

/** Tells which category is in view, keeps the rows around it made, and brings a picked category to the top. */
function useFollowing(
  sections: readonly MenuSection[],
  onFollow: (index: number) => void,
  startIndex: number,
  jump: MenuListProps["jump"],
) {
  const scroller = useRef<HTMLDivElement>(null);
  const { chunks, look: lookAtChunks } = useChunkWindow(scroller, sections);
  // A picked category near the end cannot reach the top: it stays marked until the customer scrolls by hand.
  const isPicked = useRef(false);
  const look = useCallback(() => {
    lookAtChunks();
    if (!isPicked.current) onFollow(sectionAt(sections, scroller.current?.scrollTop ?? 0));
  }, [sections, lookAtChunks, onFollow]);

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
  return { scroller, chunks };
}
