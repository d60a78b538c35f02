import { formatDistance } from "#contract/distance.ts";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { menuMessages } from "../../menuMessages.ts";
import styles from "./DeliveryHeader.module.css";
import type { Store } from "./Store.ts";

const words = menuMessages.menu;

interface DeliveryHeaderProps {
  /** What the customer recognises the address by; null while there is none. */
  address: string | null;
  store: Store | null;
  /** Said in place of the store while there is none. */
  note: string;
  deliveryTime: string;
  onPickAddress: () => void;
}

/** Where it goes and where it comes from. */
export function DeliveryHeader({ address, store, note, deliveryTime, onPickAddress }: DeliveryHeaderProps) {
  return (
    <div className={styles.header}>
      <button type="button" className={styles.address} onClick={onPickAddress}>
        <Icon name="place" size={18} className={styles.pin} />
        <span className={styles.line}>{address ?? words.pickAddress}</span>
        {/* Not before the text beside it is the final one: it would move. */}
        {(address !== null || note === "") && <Icon name="chevron" size={16} />}
      </button>
      <p className={styles.store}>
        {store === null ? note : <StoreLine store={store} time={deliveryTime} />}
      </p>
    </div>
  );
}

function StoreLine({ store, time }: { store: Store; time: string }) {
  return (
    <>
      <span className={styles.name}>{store.name}</span>
      {store.distanceM !== null && <span>{formatDistance(store.distanceM)}</span>}
      <span className={styles.state} data-open={store.canOrder || undefined}>
        {stateText(store)}
      </span>
      {/* Last, because it comes with the menu: nothing may move then. */}
      {time !== "" && store.canOrder && <span>{time}</span>}
    </>
  );
}

function stateText(store: Store): string {
  if (store.statusText !== "") return store.statusText;
  if (!store.isOpen) return words.closed;
  return store.canOrder ? words.open : words.paused;
}
