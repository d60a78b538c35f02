import { useEffect, useState } from "react";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { boardMessages as words } from "../boardMessages.ts";
import { PageHead } from "./PageHead.tsx";
import styles from "./StorePicker.module.css";

interface StorePickerProps {
  /** Of the page that needs a store. */
  title: string;
  /** Stores that a keyword finds; some without one. */
  find: (keyword: string) => Promise<readonly Restaurant[]>;
  onPick: (restaurantId: string) => void;
}

/** Lets an admin look for the store that is meant. */
export function StorePicker({ title, find, onPick }: StorePickerProps) {
  const [keyword, setKeyword] = useState("");
  const [stores, setStores] = useState<readonly Restaurant[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const search = async (text: string) => {
    setHasFailed(false);
    try {
      setStores(await find(text.trim()));
    } catch {
      // What went wrong with the network is told by the banner; here only that there is no answer.
      setHasFailed(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: some stores are there before anything is typed
  useEffect(() => void search(""), []);
  return (
    <section className={styles.picker}>
      <PageHead title={title} note={words.pickStore} />
      <div className={styles.form}>
        <SearchBox
          className={styles.search}
          label={words.storeKeyword}
          value={keyword}
          onChange={setKeyword}
          onSubmit={() => void search(keyword)}
        />
        <Button onPress={() => void search(keyword)}>{words.find}</Button>
      </div>
      {hasFailed && <FailedState text={words.findFailed} onRetry={() => void search(keyword)} />}
      {!hasFailed && stores === null && <Skeleton rows={4} shape="line" />}
      {!hasFailed && stores?.length === 0 && <p>{words.noStore}</p>}
      <ul className={styles.stores}>
        {(hasFailed ? [] : (stores ?? [])).map((store) => (
          <li key={store.storecode}>
            <button type="button" className={styles.store} onClick={() => onPick(store.storecode)}>
              <b>{store.storename}</b>
              <span>{store.address}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
