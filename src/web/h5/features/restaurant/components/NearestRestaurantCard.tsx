import { formatDistance } from "#contract/distance.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import type { InStoreType } from "../../../app/parse.ts";
import { restaurantMessages } from "../messages.ts";
import { orderTypeMessages } from "../orderTypeMessages.ts";
import type { Restaurant } from "../Restaurant.ts";
import styles from "./NearestRestaurantCard.module.css";
import { OpenStatus } from "./OpenStatus.tsx";

const messages = restaurantMessages;

interface NearestRestaurantCardProps {
  restaurant: Restaurant;
  /** True when the distance is from the customer. */
  isLocated: boolean;
  onOrder: (type: InStoreType) => void;
  onChangeRestaurant: () => void;
}

/** Nearest restaurant with both order types, and a link to the others. */
export function NearestRestaurantCard({
  restaurant,
  isLocated,
  onOrder,
  onChangeRestaurant,
}: NearestRestaurantCardProps) {
  const { nearest, recommended, changeRestaurant } = messages.selfService;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.label}>{isLocated ? nearest : recommended}</h2>
        <button type="button" className={styles.other} onClick={onChangeRestaurant}>
          {changeRestaurant}
          <Icon name="chevron" size={14} />
        </button>
      </div>
      <p className={styles.line}>
        <b className={styles.name}>{restaurant.name}</b>
        {isLocated && restaurant.distanceM !== null && (
          <span className={styles.distance}>{formatDistance(restaurant.distanceM)}</span>
        )}
      </p>
      <p className={styles.address}>{restaurant.address}</p>
      <OpenStatus store={restaurant} />
      <div className={styles.ways}>
        <Button onPress={() => onOrder("dine_in")}>{orderTypeMessages.types.dine_in}</Button>
        <Button variant="plain" onPress={() => onOrder("pickup")}>
          {orderTypeMessages.types.pickup}
        </Button>
      </div>
    </section>
  );
}
