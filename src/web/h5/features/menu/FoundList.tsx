import { useMemo, useRef } from "react";
import { menuMessages } from "../../menuMessages.ts";
import { Chunks } from "./Chunks.tsx";
import type { DishShelf } from "./DishShelf.ts";
import type { MenuCard } from "./groupMenu.ts";
import { chunksOf, rowPx } from "./layoutMenu.ts";
import styles from "./MenuList.module.css";
import { useChunkWindow } from "./useChunkWindow.ts";

interface FoundListProps {
  cards: readonly MenuCard[];
  shelf: DishShelf;
  onChoose: (card: MenuCard) => void;
}

/** What a search found, without headings. */
export function FoundList({ cards, shelf, onChoose }: FoundListProps) {
  const scroller = useRef<HTMLElement>(null);
  const stretches = useMemo(
    () => [{ top: 0, height: cards.length * rowPx, chunks: chunksOf(cards, 0, 0) }],
    [cards],
  );
  const { chunks, look } = useChunkWindow(scroller, stretches);
  return (
    <section ref={scroller} className={styles.scroller} onScroll={look} aria-label={menuMessages.menu.search}>
      {stretches.map((stretch) => (
        <div key={stretch.top} className={styles.stretch} style={{ height: stretch.height }}>
          <Chunks stretch={stretch} chunks={chunks} shelf={shelf} onChoose={onChoose} />
        </div>
      ))}
    </section>
  );
}
