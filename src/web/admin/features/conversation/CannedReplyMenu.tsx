import { Typography } from "antd";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./CannedReplyMenu.module.css";
import type { CannedReplies } from "./useCannedReplies.ts";

const messages = consoleMessages.composer;

interface CannedReplyMenuProps {
  id: string;
  canned: CannedReplies;
}

/** Canned replies above the field; the field keeps the focus and controls the selection. */
export function CannedReplyMenu({ id, canned }: CannedReplyMenuProps) {
  return (
    <div id={id} className={styles.menu} role="listbox" aria-label={messages.canned}>
      {canned.replies.length === 0 && <p className={styles.reply}>{messages.noCanned}</p>}
      {canned.replies.map((reply, index) => (
        <div
          key={`${reply.title} ${reply.text}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === canned.selectedIndex}
          className={styles.reply}
          // Prevents the field from losing the focus before the press is over.
          onMouseDown={(event) => {
            event.preventDefault();
            canned.select(reply);
          }}
        >
          <b>{reply.title}</b>
          <Typography.Text type="secondary">{reply.text}</Typography.Text>
        </div>
      ))}
    </div>
  );
}
