import { formatDistance } from "#contract/distance.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { homeMessages } from "../../homeMessages.ts";
import type { Store } from "../restaurant/Store.ts";
import styles from "./StoreCard.module.css";

const words = homeMessages.home;

interface StoreCardProps {
  /** Undefined while it is looked for, null when there is none. */
  store: Store | null | undefined;
  hasFailed: boolean;
  /** The distance is the customer's own, not the default position's. */
  isLocated: boolean;
  retry: string;
  onRetry: () => void;
}

/** The nearest store: name, state, hours, distance. Its box keeps its height in every state. */
export function StoreCard(props: StoreCardProps) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{props.isLocated ? words.nearest : words.recommended}</h2>
      <div className={styles.card} aria-busy={props.store === undefined && !props.hasFailed}>
        <Content {...props} />
      </div>
    </section>
  );
}

function Content({ store, hasFailed, isLocated, retry, onRetry }: StoreCardProps) {
  if (store === undefined && hasFailed)
    return (
      <div className={styles.message} role="alert">
        {words.storeFailed}
        <button type="button" className={styles.retry} onClick={onRetry}>
          {retry}
        </button>
      </div>
    );
  if (store === null) return <p className={styles.message}>{words.storeNone}</p>;
  if (store === undefined) return <Waiting />;
  return (
    <>
      <div className={styles.line}>
        <b className={styles.name}>{store.name}</b>
        {isLocated && store.distanceM !== null && (
          <span className={styles.distance}>{formatDistance(store.distanceM)}</span>
        )}
      </div>
      <p className={styles.address}>{store.address}</p>
      <p className={styles.state}>
        <span className={cx(styles.badge, store.canOrder && styles.open)}>
          {store.statusText || (store.isOpen ? words.open : words.closed)}
        </span>
        {store.startTime !== "" && words.hours(store.startTime, store.endTime)}
      </p>
    </>
  );
}

function Waiting() {
  return (
    <>
      <div className={styles.bone} />
      <div className={styles.bone} />
    </>
  );
}
