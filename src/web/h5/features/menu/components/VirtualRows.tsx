import { memo } from "react";
import type { CartActions } from "../CartActions.ts";
import type { MenuCard } from "../groupMenu.ts";
import { type MenuChunk, toCssHeight, type VirtualSection } from "../layoutMenu.ts";
import { useRenderedRows } from "../useVirtualWindow.ts";
import type { VirtualWindow } from "../VirtualWindow.ts";
import { DishRow } from "./DishRow.tsx";
import styles from "./MenuList.module.css";

interface VirtualRowsProps {
  section: VirtualSection;
  chunks: VirtualWindow;
  cartActions: CartActions;
  onChoose: (card: MenuCard) => void;
}

/** Renders the loaded rows of a section at their positions; the container must have the section's height. */
export const VirtualRows = memo(function VirtualRows({
  section,
  chunks,
  cartActions,
  onChoose,
}: VirtualRowsProps) {
  return useRenderedRows(chunks, section).map((chunk) => (
    <RowChunk
      key={chunk.index}
      chunk={chunk}
      top={chunk.top - section.top}
      cartActions={cartActions}
      onChoose={onChoose}
    />
  ));
});

interface RowChunkProps extends Pick<VirtualRowsProps, "cartActions" | "onChoose"> {
  chunk: MenuChunk;
  top: number;
}

const RowChunk = memo(function RowChunk({ chunk, top, cartActions, onChoose }: RowChunkProps) {
  return (
    <ul className={styles.chunk} style={{ top: toCssHeight(top), height: toCssHeight(chunk.height) }}>
      {chunk.cards.map((card) => (
        <DishRow key={card.key} card={card} cartActions={cartActions} onChoose={onChoose} />
      ))}
    </ul>
  );
});
