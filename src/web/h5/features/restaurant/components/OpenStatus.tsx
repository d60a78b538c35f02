import { Tag, type TagProps } from "react-vant/es/tag/index.js";
import "react-vant/es/tag/style/index.css";
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
    <span className={styles.status}>
      <Tag round size="medium" {...tagColors(store)}>
        {formatOpenStatus(store)}
      </Tag>
      {pauseEnd !== "" && <span className={styles.resumes}>{messages.resumes(pauseEnd)}</span>}
      {store.hours !== "" && <span>{store.hours}</span>}
    </span>
  );
}

function tagColors({ isOpen, canOrder }: Restaurant): Pick<TagProps, "color" | "textColor"> {
  if (canOrder) return { color: "var(--leaf-soft)", textColor: "var(--leaf)" };
  if (isOpen) return { color: "var(--amber-soft)", textColor: "var(--amber)" };
  return { color: "var(--line)", textColor: "var(--ink-soft)" };
}
