import { type UIEvent, useMemo } from "react";
import { menuMessages } from "../../menuMessages.ts";
import type { DishShelf } from "./DishShelf.ts";
import type { MenuCard } from "./groupMenu.ts";
import { chunksBetween, chunksOf, rowPx } from "./layoutMenu.ts";
import styles from "./MenuList.module.css";
import { useSchedule } from "./MenuList.tsx";
import { RowChunk } from "./RowChunk.tsx";

interface FoundListProps {
  cards: readonly MenuCard[];
  shelf: DishShelf;
  onChoose: (card: MenuCard) => void;
}

/** What a search found, without headings. */
export function FoundList({ cards, shelf, onChoose }: FoundListProps) {
  const chunks = useMemo(() => chunksOf(cards, 0, 0), [cards]);
  const schedule = useSchedule();
  const look = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    const all = { top: 0, height: cards.length * rowPx, chunks };
    schedule.want(chunksBetween([all], scrollTop - 2 * clientHeight, scrollTop + 3 * clientHeight));
  };
  return (
    <section className={styles.scroller} onScroll={look} aria-label={menuMessages.menu.search}>
      {chunks.map((chunk) => (
        <RowChunk key={chunk.order} chunk={chunk} schedule={schedule} shelf={shelf} onChoose={onChoose} />
      ))}
    </section>
  );
}
