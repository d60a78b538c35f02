import styles from "./CountBadge.module.css";

interface CountBadgeProps {
  count: number;
  /** Counted items, for screen readers. */
  label: string;
}

/** Small red number; beyond 99 it is `99+`. */
export function CountBadge({ count, label }: CountBadgeProps) {
  return (
    <span className={styles.count} role="status" aria-label={label}>
      {count > 99 ? "99+" : count}
    </span>
  );
}
