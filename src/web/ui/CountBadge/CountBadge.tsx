import styles from "./CountBadge.module.css";

interface CountBadgeProps {
  count: number;
  /** What is counted, for who does not see the red. */
  label: string;
}

/** A small red number; beyond 99 it is `99+`. */
export function CountBadge({ count, label }: CountBadgeProps) {
  return (
    <span className={styles.count} role="status" aria-label={label}>
      {count > 99 ? "99+" : count}
    </span>
  );
}
