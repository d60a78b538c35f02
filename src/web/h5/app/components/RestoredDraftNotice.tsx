import { draftMessages as messages } from "../draftMessages.ts";
import styles from "./RestoredDraftNotice.module.css";

/** Notice that a form was filled from an unsaved draft, with a button to discard it. */
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
