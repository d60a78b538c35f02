import { useState } from "react";
import type { Restaurant } from "#contract/restaurant/schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { boardMessages as words } from "../boardMessages.ts";
import styles from "./StorePicker.module.css";

interface StorePickerProps {
  find: (keyword: string) => Promise<readonly Restaurant[]>;
  onPick: (restaurantId: string) => void;
}

/** Lets an admin look for the store that is meant. */
export function StorePicker({ find, onPick }: StorePickerProps) {
  const [keyword, setKeyword] = useState("");
  const [stores, setStores] = useState<readonly Restaurant[] | null>(null);
  const [problem, setProblem] = useState("");
  const search = async () => {
    if (keyword.trim() === "") return;
    setProblem("");
    try {
      setStores(await find(keyword.trim()));
    } catch {
      // What went wrong with the network is told by the banner; here only that there is no answer.
      setProblem(words.findFailed);
    }
  };
  return (
    <section className={styles.picker}>
      <h2 className={styles.title}>{words.pickStore}</h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <Field label={words.storeKeyword} value={keyword} onChange={setKeyword} maxLength={50} />
        <Button type="submit">{words.find}</Button>
      </form>
      {problem !== "" && <p role="alert">{problem}</p>}
      {stores?.length === 0 && <p>{words.noStore}</p>}
      <ul className={styles.stores}>
        {(stores ?? []).map((store) => (
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
