import { clsx } from "clsx";
import { commonMessages } from "#web/lib/commonMessages.ts";
import styles from "./ChatSkeleton.module.css";

const widths = [56, 38, 64, 30, 48] as const;

/** Skeleton of a conversation while it loads. */
export function ChatSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={commonMessages.loading}>
      {widths.map((width, index) => (
        <div
          key={width}
          className={clsx(styles.bubble, index % 2 === 1 && styles.own)}
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  );
}
