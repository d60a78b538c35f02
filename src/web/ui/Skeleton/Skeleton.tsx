import { commonMessages } from "../../lib/commonMessages.ts";
import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** Number of rows; each is a card with an image and two lines unless `shape` says otherwise. */
  rows?: number;
  shape?: "card" | "line";
  className?: string | undefined;
}

/** Placeholder in the shape of the content while it loads. */
export function Skeleton({ rows = 3, shape = "card", className }: SkeletonProps) {
  return (
    <div className={className} role="status" aria-label={commonMessages.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <div key={row} className={styles[shape]}>
          {shape === "card" && <div className={styles.picture} />}
          <div className={styles.lines}>
            <div className={styles.long} />
            <div className={styles.short} />
          </div>
        </div>
      ))}
    </div>
  );
}
