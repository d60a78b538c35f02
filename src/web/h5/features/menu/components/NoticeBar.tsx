import { Icon } from "#web/ui/Icon.tsx";
import { menuMessages } from "../messages.ts";
import styles from "./NoticeBar.module.css";

interface NoticeBarProps {
  notices: readonly string[];
  /** What has to be read now: it stands still in the place of the sentences. */
  note?: string | null | undefined;
}

/** Sentences that run by; they stand still, and can be pushed by hand, when motion is not wanted. */
export function NoticeBar({ notices, note }: NoticeBarProps) {
  const text = notices.join("　·　");
  return (
    <div className={styles.bar} role="note" aria-label={menuMessages.menu.noticeLabel}>
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
