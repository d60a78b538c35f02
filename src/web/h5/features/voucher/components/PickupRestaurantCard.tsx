import type { ReactNode } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { formatDistance } from "#contract/distance.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import styles from "./PickupRestaurantCard.module.css";

interface PickupRestaurantCardProps {
  name: string;
  address: string;
  /** Metres; null when unknown. */
  distanceM: number | null;
  /** Open status and hours. */
  openStatus: ReactNode;
  /** Changes the restaurant. */
  change: { text: string; onPress: () => void };
}

/** Restaurant where a meal is to be collected or eaten, as a row of a card. */
export function PickupRestaurantCard(props: PickupRestaurantCardProps) {
  const { name, address, distanceM, openStatus, change } = props;
  const place = [distanceM === null ? "" : formatDistance(distanceM), address].filter(Boolean).join(" · ");
  return (
    <Cell
      className={styles.restaurant ?? ""}
      icon={<Icon name="store" />}
      title={<b>{name}</b>}
      label={
        <>
          <p>{place}</p>
          {openStatus}
        </>
      }
      extra={
        <Button variant="ghost" size="small" onPress={change.onPress}>
          {change.text}
        </Button>
      }
    />
  );
}
