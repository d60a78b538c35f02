import { observer } from "mobx-react-lite";
import type { InvoiceTitle } from "#contract/invoice/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { confirm, success, toast } from "#web/ui/notify.ts";
import { useStore } from "../../../app/useStores.ts";
import { invoiceStore } from "../InvoiceStore.ts";
import { invoiceMessages as messages } from "../messages.ts";
import styles from "./SavedTitles.module.css";

interface SavedTitlesProps {
  titles: readonly InvoiceTitle[];
  onUse: (title: InvoiceTitle) => void;
}

/** Titles that the customer kept, to fill in or to delete. */
export const SavedTitles = observer(function SavedTitles({ titles, onUse }: SavedTitlesProps) {
  const store = useStore(invoiceStore);
  const remove = async ({ title_id, title }: InvoiceTitle) => {
    if (!(await confirm({ message: messages.removeConfirm(title), confirmText: messages.remove }))) return;
    try {
      await store.deleteTitle(title_id);
      success(messages.removed);
    } catch (error) {
      logError("deleting a title failed", error);
      toast(toErrorMessage(error, messages.removeFailed));
    }
  };
  return (
    <section aria-label={messages.savedTitles}>
      <h2 className={styles.head}>{messages.savedTitles}</h2>
      <ul>
        {titles.map((saved) => (
          <li key={saved.title_id} className={styles.row}>
            <button type="button" className={styles.use} onClick={() => onUse(saved)}>
              {saved.title}
              {saved.tax_number !== null && <span className={styles.number}>{saved.tax_number}</span>}
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={messages.removeOf(saved.title)}
              onClick={() => void remove(saved)}
            >
              <Icon name="trash" size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});
