import { Badge } from "react-vant/es/badge/index.js";
import "react-vant/es/badge/style/index.css";

interface CountBadgeProps {
  count: number;
  /** Counted items, for screen readers. */
  label: string;
}

/** react-vant's Badge: a small red number; beyond 99 it is `99+`. */
export function CountBadge({ count, label }: CountBadgeProps) {
  return (
    <span role="status" aria-label={label}>
      <Badge content={count} max={99} />
    </span>
  );
}
