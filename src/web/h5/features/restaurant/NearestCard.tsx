import { formatDistance } from "#contract/distance.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { restaurantMessages } from "../../restaurantMessages.ts";
import type { InStoreType } from "../booking/Plan.ts";
import styles from "./NearestCard.module.css";
import type { Store } from "./Store.ts";
import { StoreState } from "./StoreState.tsx";

const words = restaurantMessages;

interface NearestCardProps {
  store: Store;
  /** The distance is the customer's own. */
  isLocated: boolean;
  onOrder: (type: InStoreType) => void;
  onOther: () => void;
}

/** The nearest store with both ways to order there, and the way to another one. */
export function NearestCard({ store, isLocated, onOrder, onOther }: NearestCardProps) {
  const { nearest, recommended, other } = words.selfService;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.label}>{isLocated ? nearest : recommended}</h2>
        <button type="button" className={styles.other} onClick={onOther}>
          {other}
          <Icon name="chevron" size={14} />
        </button>
      </div>
      <p className={styles.line}>
        <b className={styles.name}>{store.name}</b>
        {isLocated && store.distanceM !== null && (
          <span className={styles.distance}>{formatDistance(store.distanceM)}</span>
        )}
      </p>
      <p className={styles.address}>{store.address}</p>
      <StoreState store={store} />
      <div className={styles.ways}>
        <Button onPress={() => onOrder("dine_in")}>{words.ways.dine_in}</Button>
        <Button look="plain" onPress={() => onOrder("pickup")}>
          {words.ways.pickup}
        </Button>
      </div>
    </section>
  );
}
