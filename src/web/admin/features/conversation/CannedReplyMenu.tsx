import { clsx } from "clsx";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./CannedReplyMenu.module.css";
import type { FilledReply } from "./listCannedReplies.ts";

const messages = consoleMessages.composer;

interface CannedReplyMenuProps {
  id: string;
  replies: readonly FilledReply[];
  selectedIndex: number;
  onSelect: (reply: FilledReply) => void;
}

/** Canned replies above the field; the field keeps the focus and controls the selection. */
export function CannedReplyMenu({ id, replies, selectedIndex, onSelect }: CannedReplyMenuProps) {
  return (
    <div id={id} className={styles.menu} role="listbox" aria-label={messages.canned}>
      {replies.length === 0 && <p className={styles.none}>{messages.noCanned}</p>}
      {replies.map((reply, index) => (
        <div
          key={reply.title}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === selectedIndex}
          className={clsx(styles.reply, index === selectedIndex && styles.chosen)}
          // Prevents the field from losing the focus before the press is over.
          onMouseDown={(event) => {
            event.preventDefault();
            onSelect(reply);
          }}
        >
          <b>{reply.title}</b>
          <span>{reply.text}</span>
        </div>
      ))}
    </div>
  );
}
