import { Icon } from "#web/shared/ui/Icon.tsx";
import { menuMessages } from "../../menuMessages.ts";
import styles from "./MenuSearch.module.css";

const words = menuMessages.menu;

interface MenuSearchProps {
  value: string;
  onChange: (keyword: string) => void;
}

/** The box that narrows the menu to what is typed. */
export function MenuSearch({ value, onChange }: MenuSearchProps) {
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
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
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
