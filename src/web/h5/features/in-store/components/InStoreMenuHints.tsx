import { observer } from "mobx-react-lite";
import { formatTimeOfDay } from "#web/lib/time/formatTime.ts";
import { useStore } from "../../../app/useStores.ts";
import { inStoreOptionsStore } from "../../booking/InStoreOptionsStore.ts";
import styles from "../../menu/components/MenuView.module.css";
import type { RestaurantDetail } from "../../restaurant/RestaurantDetail.ts";
import { inStoreMessages } from "../messages.ts";

const messages = inStoreMessages.store;

/** Hints before choosing: the restaurant is closed, the time has passed, the table is invalid. */
export const InStoreMenuHints = observer(function InStoreMenuHints() {
  const { restaurantDetail, isTableInvalid, needsTime, options } = useStore(inStoreOptionsStore);
  return (
    <>
      {isTableInvalid && (
        <p className={styles.closed} role="alert">
          {messages.invalidTable}
        </p>
      )}
      {options.time !== null && needsTime && (
        <p className={styles.closed} role="alert">
          {messages.timePassed}
        </p>
      )}
      {options.time === null && restaurantDetail !== null && !restaurantDetail.canOrder && (
        <p className={styles.closed}>{closedText(restaurantDetail)}</p>
      )}
    </>
  );
});

function closedText(restaurant: RestaurantDetail): string {
  if (!restaurant.isOpen) return messages.closedHint(restaurant.hours);
  return messages.pausedHint(restaurant.pausedUntil === null ? "" : formatTimeOfDay(restaurant.pausedUntil));
}
