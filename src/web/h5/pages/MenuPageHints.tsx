import { observer } from "mobx-react-lite";
import type { StoreDetail } from "../features/restaurant/StoreDetail.ts";
import { formatClock } from "../formatMoment.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import { planStore } from "../stores/PlanStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./MenuPage.module.css";

const words = inStoreMessages.store;

/** What the customer has to know before choosing: the store rests, the time is over, the table was not understood. */
export const MenuPageHints = observer(function MenuPageHints() {
  const { store, hasBadTable, needsTime, plan } = useStore(planStore);
  return (
    <>
      {hasBadTable && (
        <p className={styles.closed} role="alert">
          {words.badTable}
        </p>
      )}
      {plan.time !== null && needsTime && (
        <p className={styles.closed} role="alert">
          {words.timeOver}
        </p>
      )}
      {plan.time === null && store !== null && !store.canOrder && (
        <p className={styles.closed}>{restText(store)}</p>
      )}
    </>
  );
});

function restText(store: StoreDetail): string {
  if (!store.isOpen) return words.closedHint(store.startTime, store.endTime);
  return words.pausedHint(store.pausedUntil === null ? "" : formatClock(store.pausedUntil));
}
