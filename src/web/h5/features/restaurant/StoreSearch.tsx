import { Icon } from "#web/shared/ui/Icon.tsx";
import { restaurantMessages } from "../../restaurantMessages.ts";
import styles from "./StoreSearch.module.css";

const words = restaurantMessages;

interface StoreSearchProps {
  value: string;
  onChange: (keyword: string) => void;
  /** The customer asks for it now, and does not wait for what is typed to be understood. */
  onSubmit: () => void;
}

/** The box to find a store by its name, address or city. */
export function StoreSearch({ value, onChange, onSubmit }: StoreSearchProps) {
  return (
    <search className={styles.box}>
      <Icon name="search" size={18} />
      <input
        type="search"
        className={styles.input}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={50}
        placeholder={words.search}
        aria-label={words.search}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.currentTarget.blur();
          onSubmit();
        }}
      />
      {value !== "" && (
        <button
          type="button"
          className={styles.clear}
          aria-label={words.clearSearch}
          onClick={() => onChange("")}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </search>
  );
}
