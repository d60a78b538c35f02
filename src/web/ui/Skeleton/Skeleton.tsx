import { Skeleton as VantSkeleton } from "react-vant/es/skeleton/index.js";
import "react-vant/es/skeleton/style/index.css";
import { commonMessages } from "../../lib/commonMessages.ts";
import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** Number of rows; each is a card with an image and two lines unless `shape` says otherwise. */
  rows?: number;
  shape?: "card" | "line";
  className?: string | undefined;
}

/** react-vant's Skeleton in the shape of the content while it loads. */
export function Skeleton({ rows = 3, shape = "card", className }: SkeletonProps) {
  return (
    <div className={className} role="status" aria-label={commonMessages.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <VantSkeleton
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
          key={row}
          className={styles[shape] ?? ""}
          avatar={shape === "card"}
          avatarShape="square"
          avatarSize={72}
          row={2}
          rowWidth={["80%", "45%"]}
          rowHeight={14}
        />
      ))}
    </div>
  );
}
