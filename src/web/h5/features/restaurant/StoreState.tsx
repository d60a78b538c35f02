import { cx } from "#web/shared/ui/cx.ts";
import { useHasPassed } from "#web/shared/useHasPassed.ts";
import { restaurantMessages } from "../../restaurantMessages.ts";
import type { Store } from "./Store.ts";
import styles from "./StoreState.module.css";
import { sayPauseEnd } from "./sayPauseEnd.ts";

const words = restaurantMessages;

/** Whether a store is open, closed or paused (with the time the pause ends), and its hours. */
export function StoreState({ store }: { store: Store }) {
  const pauseEnd = store.isOpen && !store.canOrder ? sayPauseEnd(store.pausedUntil, Date.now()) : "";
  // The end of a pause is not promised any longer once it is past, on a page that stays open too.
  useHasPassed(store.pausedUntil === null ? null : Date.parse(store.pausedUntil));
  return (
    <span className={styles.state}>
      <span className={cx(styles.badge, store.canOrder && styles.open, isPaused(store) && styles.paused)}>
        {stateText(store)}
      </span>
      {pauseEnd !== "" && <span className={styles.resumes}>{words.resumes(pauseEnd)}</span>}
      {store.startTime !== "" && <span>{hoursText(store)}</span>}
    </span>
  );
}

function isPaused({ isOpen, canOrder }: Store): boolean {
  return isOpen && !canOrder;
}

function stateText(store: Store): string {
  if (!store.isOpen) return words.closed;
  if (store.canOrder) return words.open;
  return store.statusText !== "" ? store.statusText : words.paused;
}

function hoursText({ startTime, endTime }: Store): string {
  return startTime === "00:00" && endTime === "24:00" ? words.allDay : words.hours(startTime, endTime);
}
