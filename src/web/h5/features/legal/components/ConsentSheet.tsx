import { observer } from "mobx-react-lite";
import { useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDate } from "#web/lib/time/formatTime.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { toast } from "#web/ui/notify.ts";
import { useStore } from "../../../app/useStores.ts";
import { consentStore } from "../ConsentStore.ts";
import { legalMessages } from "../legalMessages.ts";
import styles from "./ConsentSheet.module.css";
import { TextLinks } from "./TextLinks.tsx";

const messages = legalMessages.sheet;

interface ConsentSheetProps {
  /** Logs the customer out. */
  onRefuse: () => void;
}

/** Asks a logged-in customer for the consent to the texts, and names what is new. */
export const ConsentSheet = observer(function ConsentSheet({ onRefuse }: ConsentSheetProps) {
  const store = useStore(consentStore);
  const [isBusy, setIsBusy] = useState(false);
  const documents = store.status.value?.documents ?? [];
  const { isFirst } = store;
  const changed = documents.filter(({ is_current }) => !is_current);
  const agree = async () => {
    setIsBusy(true);
    try {
      await store.agree();
    } catch (error) {
      logError("storing the consent failed", error);
      toast(toErrorMessage(error, messages.failed));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <BottomSheet
      open={store.isAsking}
      title={isFirst ? messages.first : messages.changed}
      onClose={store.dismiss}
      footer={
        <div className={styles.actions}>
          <Button size="large" isBusy={isBusy} onPress={() => void agree()}>
            {messages.agree}
          </Button>
          <Button variant="plain" size="large" disabled={isBusy} onPress={onRefuse}>
            {messages.refuse}
          </Button>
        </div>
      }
    >
      <div className={styles.text}>
        {store.hasChangedMeanwhile && <p role="status">{messages.newest}</p>}
        <p>
          {isFirst
            ? messages.firstText
            : messages.changedText(
                changed
                  .map(({ title, changed_at }) =>
                    changed_at === null
                      ? legalMessages.titleMark(title)
                      : `${legalMessages.titleMark(title)}（${formatDate(changed_at)}）`,
                  )
                  .join("、"),
              )}
        </p>
        <p>
          <TextLinks />
        </p>
        <p className={styles.note}>{messages.refuseNote}</p>
      </div>
    </BottomSheet>
  );
});
