import { useEffect, useState } from "react";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { boardMessages as messages } from "../../features/board/boardMessages.ts";
import { PageHeader } from "../PageHeader/PageHeader.tsx";
import styles from "./RestaurantPicker.module.css";

interface RestaurantPickerProps {
  /** Title of the page that needs a restaurant. */
  title: string;
  /** Finds restaurants for a keyword; returns some without one. */
  find: (keyword: string) => Promise<readonly Restaurant[]>;
  onPick: (restaurantId: string) => void;
}

/** Lets an admin search and select a restaurant. */
export function RestaurantPicker({ title, find, onPick }: RestaurantPickerProps) {
  const [keyword, setKeyword] = useState("");
  const [restaurants, setRestaurants] = useState<readonly Restaurant[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const search = async (text: string) => {
    setHasFailed(false);
    try {
      setRestaurants(await find(text.trim()));
    } catch {
      // The banner explains network failures; here only the missing result is shown.
      setHasFailed(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists some restaurants before any input
  useEffect(() => void search(""), []);
  return (
    <section className={styles.picker}>
      <PageHeader title={title} note={messages.pickStore} />
      <div className={styles.form}>
        <SearchBox
          className={styles.search}
          label={messages.storeKeyword}
          value={keyword}
          onChange={setKeyword}
          onSubmit={() => void search(keyword)}
        />
        <Button onPress={() => void search(keyword)}>{messages.find}</Button>
      </div>
      {hasFailed && <ErrorState text={messages.findFailed} onRetry={() => void search(keyword)} />}
      {!hasFailed && restaurants === null && <Skeleton rows={4} shape="line" />}
      {!hasFailed && restaurants?.length === 0 && <p>{messages.noStore}</p>}
      <ul className={styles.stores}>
        {(hasFailed ? [] : (restaurants ?? [])).map((restaurant) => (
          <li key={restaurant.storecode}>
            <button type="button" className={styles.store} onClick={() => onPick(restaurant.storecode)}>
              <b>{restaurant.storename}</b>
              <span>{restaurant.address}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
