import { observer } from "mobx-react-lite";
import type { RestaurantDetail } from "../features/restaurant/StoreDetail.ts";
import { formatTimeOfDay } from "../formatMoment.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import { inStoreOptionsStore } from "../stores/PlanStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./MenuPage.module.css";

const messages = inStoreMessages.store;

/** What the customer has to know before choosing: the store rests, the time is over, the table was not understood. */
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
  if (!restaurant.isOpen) return messages.closedHint(restaurant.startTime, restaurant.endTime);
  return messages.pausedHint(restaurant.pausedUntil === null ? "" : formatTimeOfDay(restaurant.pausedUntil));
}
