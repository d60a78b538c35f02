import { useEffect, useRef } from "react";
import { commonMessages } from "../../lib/commonMessages.ts";
import { Icon } from "../Icon.tsx";
import styles from "./SearchBox.module.css";

interface SearchBoxProps {
  /** What is searched, shown as a placeholder. */
  label: string;
  value: string;
  onChange: (keyword: string) => void;
  /** Searches at once, without waiting for typing to pause. */
  onSubmit?: () => void;
  maxLength?: number;
  className?: string | undefined;
}

/** Room that the hint needs at any size of text, in characters of Latin letters. */
const hintCharacters = 10;

/** Search field; a cross clears it. */
export function SearchBox({ label, value, onChange, onSubmit, maxLength = 50, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  // React does not report what was typed into the server-rendered field before it took it over.
  useEffect(() => {
    const typed = input.current?.value ?? "";
    if (typed !== value) onChange(typed);
  }, [value, onChange]);
  return (
    <search className={className}>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault();
          input.current?.blur();
          onSubmit?.();
        }}
      >
        <Icon name="search" size={18} />
        <input
          ref={input}
          type="search"
          size={hintCharacters}
          className={styles.input}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={maxLength}
          placeholder={label}
          aria-label={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {value !== "" && (
          <button
            type="button"
            className={styles.clear}
            aria-label={commonMessages.clearSearch}
            onClick={() => onChange("")}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </form>
    </search>
  );
}
