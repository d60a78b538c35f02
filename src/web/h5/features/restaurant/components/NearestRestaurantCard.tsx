import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { formatDistance } from "#contract/distance.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
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
    <Card>
      <Cell
        className={styles.row ?? ""}
        center
        border={false}
        title={<h2>{isLocated ? nearest : recommended}</h2>}
      >
        <Button variant="ghost" onPress={onChangeRestaurant}>
          {changeRestaurant} <Icon name="chevron" size={12} />
        </Button>
      </Cell>
      <Cell
        className={styles.row ?? ""}
        border={false}
        title={<b>{restaurant.name}</b>}
        label={restaurant.address}
        value={isLocated && restaurant.distanceM !== null && formatDistance(restaurant.distanceM)}
      />
      <OpenStatus store={restaurant} />
      <div className={styles.ways}>
        <Button onPress={() => onOrder("dine_in")}>{orderTypeMessages.types.dine_in}</Button>
        <Button variant="plain" onPress={() => onOrder("pickup")}>
          {orderTypeMessages.types.pickup}
        </Button>
      </div>
    </Card>
  );
}
