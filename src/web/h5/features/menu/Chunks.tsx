import { memo } from "react";
import type { ChunkWindow } from "./ChunkWindow.ts";
import { DishRow } from "./DishRow.tsx";
import type { DishShelf } from "./DishShelf.ts";
import type { MenuCard } from "./groupMenu.ts";
import type { MenuChunk, Stretch } from "./layoutMenu.ts";
import styles from "./MenuList.module.css";
import { useMade } from "./useChunkWindow.ts";

interface ChunksProps {
  stretch: Stretch;
  chunks: ChunkWindow;
  shelf: DishShelf;
  onChoose: (card: MenuCard) => void;
}

/** Those rows of a stretch that are made, each at its place; what is around it must have the stretch's height. */
export const Chunks = memo(function Chunks({ stretch, chunks, shelf, onChoose }: ChunksProps) {
  return useMade(chunks, stretch).map((chunk) => (
    <Chunk key={chunk.order} chunk={chunk} top={chunk.top - stretch.top} shelf={shelf} onChoose={onChoose} />
  ));
});

interface ChunkProps extends Pick<ChunksProps, "shelf" | "onChoose"> {
  chunk: MenuChunk;
  top: number;
}

const Chunk = memo(function Chunk({ chunk, top, shelf, onChoose }: ChunkProps) {
  return (
    <ul className={styles.chunk} style={{ top, height: chunk.height }}>
      {chunk.cards.map((card) => (
        <DishRow key={card.key} card={card} shelf={shelf} onChoose={onChoose} />
      ))}
    </ul>
  );
});
