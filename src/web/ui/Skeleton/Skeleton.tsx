import { commonMessages } from "../../lib/commonMessages.ts";
import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** How many rows; each is a card with a picture and two lines unless `shape` says otherwise. */
  rows?: number;
  shape?: "card" | "line";
  className?: string | undefined;
}

/** The shape of what comes, while it comes. */
export function Skeleton({ rows = 3, shape = "card", className }: SkeletonProps) {
  return (
    <div className={className} role="status" aria-label={commonMessages.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
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
