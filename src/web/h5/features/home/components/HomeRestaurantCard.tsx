import { clsx } from "clsx";
import { Fragment } from "react";
import { formatDistance } from "#contract/distance.ts";
import { formatOpenStatus } from "../../restaurant/formatOpenStatus.ts";
import type { Restaurant } from "../../restaurant/Restaurant.ts";
import { homeMessages } from "../messages.ts";
import styles from "./HomeRestaurantCard.module.css";

const messages = homeMessages;

interface HomeRestaurantCardProps {
  /** Undefined while loading, null if the chain has none yet. */
  restaurant: Restaurant | null | undefined;
  hasFailed: boolean;
  /** True when the distance is from the customer, not from the default position. */
  isLocated: boolean;
  retryText: string;
  onRetry: () => void;
}

/** Nearest restaurant: name, state, hours, distance. Its box keeps its height in every state. */
export function HomeRestaurantCard(props: HomeRestaurantCardProps) {
  const title = props.isLocated ? messages.nearest : messages.recommended;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{props.restaurant === null ? messages.soon : title}</h2>
      <div className={styles.card} aria-busy={props.restaurant === undefined && !props.hasFailed}>
        <NearestRestaurant {...props} />
      </div>
    </section>
  );
}

function NearestRestaurant({
  restaurant,
  hasFailed,
  isLocated,
  retryText,
  onRetry,
}: HomeRestaurantCardProps) {
  if (restaurant === undefined && hasFailed)
    return (
      <div className={styles.message} role="alert">
        {messages.storeFailed}
        <button type="button" className={styles.retry} onClick={onRetry}>
          {retryText}
        </button>
      </div>
    );
  if (restaurant === null) return <p className={styles.message}>{messages.soonText}</p>;
  if (restaurant === undefined) return <Placeholder />;
  // Another restaurant's lines are new lines: those on the screen do not move to fit its words.
  return (
    <Fragment key={restaurant.id}>
      <div className={styles.line}>
        <b className={styles.name}>{restaurant.name}</b>
        {isLocated && restaurant.distanceM !== null && (
          <span className={styles.distance}>{formatDistance(restaurant.distanceM)}</span>
        )}
      </div>
      <p className={styles.address}>{restaurant.address}</p>
      <p className={styles.state}>
        <span className={clsx(styles.badge, restaurant.canOrder && styles.open)}>
          {formatOpenStatus(restaurant)}
        </span>
        <span>{restaurant.hours}</span>
      </p>
    </Fragment>
  );
}

function Placeholder() {
  return (
    <>
      <div className={styles.bone} />
      <div className={styles.bone} />
    </>
  );
}
