import { cx } from "#web/shared/ui/cx.ts";
import { consoleMessages } from "../../consoleMessages.ts";
import styles from "./CannedMenu.module.css";
import type { FilledReply } from "./cannedFor.ts";

const words = consoleMessages.composer;

interface CannedMenuProps {
  id: string;
  replies: readonly FilledReply[];
  chosen: number;
  onChoose: (reply: FilledReply) => void;
}

/** The canned replies above the field; the field keeps the focus and says which one is chosen. */
export function CannedMenu({ id, replies, chosen, onChoose }: CannedMenuProps) {
  return (
    <div id={id} className={styles.menu} role="listbox" aria-label={words.canned}>
      {replies.length === 0 && <p className={styles.none}>{words.noCanned}</p>}
      {replies.map((reply, place) => (
        <div
          key={reply.title}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          className={cx(styles.reply, place === chosen && styles.chosen)}
          // The field must not lose the focus before the press is over.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(reply);
          }}
        >
          <b>{reply.title}</b>
          <span>{reply.text}</span>
        </div>
      ))}
    </div>
  );
}
