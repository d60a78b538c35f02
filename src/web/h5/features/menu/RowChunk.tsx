import { memo, startTransition, useEffect, useState } from "react";
import type { ChunkSchedule } from "./ChunkSchedule.ts";
import { DishRow } from "./DishRow.tsx";
import type { DishShelf } from "./DishShelf.ts";
import type { MenuCard } from "./groupMenu.ts";
import { type MenuChunk, rowPx } from "./layoutMenu.ts";
import styles from "./MenuList.module.css";

/** What is made at once: as much of the list as a tall phone shows. */
const firstScreenPx = 640;

interface RowChunkProps {
  chunk: MenuChunk;
  schedule: ChunkSchedule;
  shelf: DishShelf;
  onChoose: (card: MenuCard) => void;
}

/** Some rows of a long list: an empty box of the right height until the schedule says it is time. */
export const RowChunk = memo(function RowChunk({ chunk, schedule, shelf, onChoose }: RowChunkProps) {
  const [isMade, setIsMade] = useState(chunk.top < firstScreenPx);
  useEffect(() => {
    if (isMade) return;
    return schedule.add(chunk.order, (isUrgent) => {
      if (isUrgent) setIsMade(true);
      else startTransition(() => setIsMade(true));
    });
  }, [isMade, schedule, chunk.order]);
  return (
    <ul className={styles.chunk} style={{ height: chunk.height }}>
      {isMade &&
        chunk.cards.map((card, index) => (
          <DishRow
            key={card.key}
            card={card}
            shelf={shelf}
            onChoose={onChoose}
            isEager={chunk.top + index * rowPx < firstScreenPx}
          />
        ))}
    </ul>
  );
});
