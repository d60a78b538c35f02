import { Icon } from "#web/ui/Icon.tsx";
import { useStore } from "../../../app/useStores.ts";
import { menuNotices } from "../menuNotices.ts";
import { menuMessages } from "../messages.ts";
import styles from "./NoticeBar.module.css";

interface NoticeBarProps {
  /** Urgent notice: stands still in place of the others. */
  note?: string | null | undefined;
}

/** The chain's scrolling notices, if there are any; with reduced motion they stand still, on as many lines as they need. */
export function NoticeBar({ note }: NoticeBarProps) {
  const text = useStore(menuNotices).join("　·　");
  if (!note && text === "") return null;
  return (
    <div className={styles.bar} role="note" aria-label={menuMessages.noticeLabel}>
      <Icon name="info" size={14} />
      {note && <span role="status">{note}</span>}
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
