import { clsx } from "clsx";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { formatOpenStatus } from "../formatOpenStatus.ts";
import { formatPauseEnd } from "../formatPauseEnd.ts";
import { restaurantMessages } from "../messages.ts";
import type { Restaurant } from "../Restaurant.ts";
import styles from "./OpenStatus.module.css";

const messages = restaurantMessages;

/** Status of a restaurant: open, closed or paused (with the end of the pause), and its hours. */
export function OpenStatus({ store }: { store: Restaurant }) {
  const pauseEnd = store.isOpen && !store.canOrder ? formatPauseEnd(store.pausedUntil, Date.now()) : "";
  // The end of a pause is not shown any longer once it has passed, on a page that stays open too.
  useHasPassed(store.pausedUntil === null ? null : Date.parse(store.pausedUntil));
  return (
    <span className={styles.state}>
      <span className={clsx(styles.badge, store.canOrder && styles.open, isPaused(store) && styles.paused)}>
        {formatOpenStatus(store)}
      </span>
      {pauseEnd !== "" && <span className={styles.resumes}>{messages.resumes(pauseEnd)}</span>}
      {store.startTime !== "" && <span>{formatHours(store)}</span>}
    </span>
  );
}

function isPaused({ isOpen, canOrder }: Restaurant): boolean {
  return isOpen && !canOrder;
}

function formatHours({ startTime, endTime }: Restaurant): string {
  return startTime === "00:00" && endTime === "24:00" ? messages.allDay : messages.hours(startTime, endTime);
}
