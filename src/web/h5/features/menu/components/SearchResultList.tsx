import { useMemo, useRef } from "react";
import type { CartActions } from "../CartActions.ts";
import type { MenuCard } from "../groupMenu.ts";
import { rowHeightPx, splitIntoChunks, toCssHeight } from "../layoutMenu.ts";
import { menuMessages } from "../messages.ts";
import { useVirtualWindow } from "../useVirtualWindow.ts";
import styles from "./MenuList.module.css";
import { VirtualRows } from "./VirtualRows.tsx";

interface SearchResultListProps {
  cards: readonly MenuCard[];
  cartActions: CartActions;
  onChoose: (card: MenuCard) => void;
}

/** Dishes found by a search, without headings. */
export function SearchResultList({ cards, cartActions, onChoose }: SearchResultListProps) {
  const scroller = useRef<HTMLElement>(null);
  const sections = useMemo(
    () => [{ top: 0, height: cards.length * rowHeightPx, chunks: splitIntoChunks(cards, 0, 0) }],
    [cards],
  );
  const { chunks, look } = useVirtualWindow(scroller, sections);
  return (
    <section ref={scroller} className={styles.scroller} onScroll={look} aria-label={menuMessages.search}>
      {sections.map((section) => (
        <div key={section.top} className={styles.stretch} style={{ height: toCssHeight(section.height) }}>
          <VirtualRows section={section} chunks={chunks} cartActions={cartActions} onChoose={onChoose} />
        </div>
      ))}
    </section>
  );
}
