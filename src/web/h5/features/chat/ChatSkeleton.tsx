import { texts } from "#web/shared/texts.ts";
import { cx } from "#web/shared/ui/cx.ts";
import styles from "./ChatSkeleton.module.css";

const widths = [56, 38, 64, 30, 48] as const;

/** The shape of a conversation, while it comes. */
export function ChatSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={texts.loading}>
      {widths.map((width, place) => (
        <div
          key={width}
          className={cx(styles.bubble, place % 2 === 1 && styles.own)}
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  );
}
