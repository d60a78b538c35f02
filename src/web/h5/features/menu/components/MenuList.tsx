import { useCallback, useEffect, useMemo, useRef } from "react";
import type { CartActions } from "../CartActions.ts";
import type { MenuCard, MenuCategory } from "../groupMenu.ts";
import { findSectionIndex, layoutMenu, type MenuSection, toCssHeight } from "../layoutMenu.ts";
import { useVirtualWindow } from "../useVirtualWindow.ts";
import styles from "./MenuList.module.css";
import { VirtualRows } from "./VirtualRows.tsx";

interface MenuListProps {
  categories: readonly MenuCategory[];
  /** Initial category of the list. */
  startIndex: number;
  cartActions: CartActions;
  onChoose: (card: MenuCard) => void;
  /** Called when another category becomes active. */
  onActiveChange: (index: number) => void;
  /** Receives the function that scrolls to a category. */
  jumpRef: { current: ((index: number) => void) | null };
}

/** All categories in one long list with sticky headings. */
export function MenuList({
  categories,
  startIndex,
  cartActions,
  onChoose,
  onActiveChange,
  jumpRef,
}: MenuListProps) {
  const sections = useMemo(() => layoutMenu(categories), [categories]);
  const { scroller, chunks } = useActiveCategory(sections, onActiveChange, startIndex, jumpRef);
  return (
    <div ref={scroller} className={styles.scroller}>
      {sections.map((section) => (
        <section
          key={section.category.name}
          className={styles.stretch}
          style={{ height: toCssHeight(section.height) }}
        >
          <h2 className={styles.heading}>{section.category.name}</h2>
          <VirtualRows section={section} chunks={chunks} cartActions={cartActions} onChoose={onChoose} />
        </section>
      ))}
    </div>
  );
}

/** Tracks the active category, keeps the rows around it rendered, and scrolls to a selected category. */
function useActiveCategory(
  sections: readonly MenuSection[],
  onActiveChange: (index: number) => void,
  startIndex: number,
  jumpRef: MenuListProps["jumpRef"],
) {
  const scroller = useRef<HTMLDivElement>(null);
  const { chunks, look: lookAtChunks, unitRef } = useVirtualWindow(scroller, sections);
  // A selected category near the end cannot reach the top: it stays marked until the customer scrolls by
  // hand.
  const isJumping = useRef(false);
  const look = useCallback(() => {
    lookAtChunks();
    if (!isJumping.current)
      onActiveChange(findSectionIndex(sections, (scroller.current?.scrollTop ?? 0) / unitRef.current));
  }, [sections, lookAtChunks, onActiveChange, unitRef]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const resumeTracking = () => {
      isJumping.current = false;
    };
    const userInputEvents = ["pointerdown", "wheel", "touchstart", "keydown"];
    element.addEventListener("scroll", look, { passive: true });
    for (const type of userInputEvents) element.addEventListener(type, resumeTracking, { passive: true });
    return () => {
      element.removeEventListener("scroll", look);
      for (const type of userInputEvents) element.removeEventListener(type, resumeTracking);
    };
  }, [look]);

  useEffect(() => {
    jumpRef.current = (index) => {
      isJumping.current = true;
      if (scroller.current !== null)
        scroller.current.scrollTop = (sections[index]?.top ?? 0) * unitRef.current;
    };
    return () => {
      jumpRef.current = null;
    };
  }, [sections, jumpRef, unitRef]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial category counts; later the scroll position leads
  useEffect(() => {
    if (startIndex > 0) jumpRef.current?.(startIndex);
  }, []);
  return { scroller, chunks };
}
