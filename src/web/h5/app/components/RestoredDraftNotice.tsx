import { draftMessages as messages } from "../draftMessages.ts";
import styles from "./RestoredDraftNotice.module.css";

/** Says that a form shows what was typed earlier and not saved, with the way to start anew. */
export function RestoredDraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className={styles.note} role="status">
      {messages.restored}
      <button type="button" className={styles.discard} onClick={onDiscard}>
        {messages.discard}
      </button>
    </div>
  );
}
