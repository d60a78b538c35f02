import { Icon } from "#web/ui/Icon.tsx";
import { menuMessages } from "../messages.ts";
import styles from "./NoticeBar.module.css";

interface NoticeBarProps {
  notices: readonly string[];
  /** Urgent notice: stands still in place of the others. */
  note?: string | null | undefined;
}

/** Scrolling notices; with reduced motion they stand still, on as many lines as they need. */
export function NoticeBar({ notices, note }: NoticeBarProps) {
  const text = notices.join("　·　");
  return (
    <div className={styles.bar} role="note" aria-label={menuMessages.noticeLabel}>
      <Icon name="info" size={14} />
      {note && (
        <span role="status" className={styles.note}>
          {note}
        </span>
      )}
      <div className={styles.window} hidden={!!note}>
        <div className={styles.track}>
          <span>{text}</span>
          <span className={styles.echo} aria-hidden="true">
            {text}
          </span>
        </div>
      </div>
    </div>
  );
}
