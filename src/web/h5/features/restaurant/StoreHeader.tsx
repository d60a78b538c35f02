import { formatDistance } from "#contract/distance.ts";
import { inStoreMessages } from "../../inStoreMessages.ts";
import type { Store } from "./Store.ts";
import styles from "./StoreHeader.module.css";

const words = inStoreMessages.store;

interface StoreHeaderProps {
  /** Null while it comes: the place is kept. */
  store: Store | null;
  /** The table somebody sits at; empty without one. */
  table: string;
}

/** Which store it is, how far, whether it takes orders, and the table. */
export function StoreHeader({ store, table }: StoreHeaderProps) {
  return (
    <div className={styles.header}>
      {store === null ? (
        <span className={styles.shape} />
      ) : (
        <>
          <h2 className={styles.name}>{store.name}</h2>
          {store.distanceM !== null && (
            <span className={styles.distance}>{formatDistance(store.distanceM)}</span>
          )}
          <span className={styles.state} data-open={store.canOrder || undefined}>
            {stateText(store)}
          </span>
        </>
      )}
      {table !== "" && <span className={styles.table}>{words.table(table)}</span>}
    </div>
  );
}

function stateText(store: Store): string {
  if (store.statusText !== "") return store.statusText;
  if (!store.isOpen) return words.closed;
  return store.canOrder ? words.open : words.paused;
}
