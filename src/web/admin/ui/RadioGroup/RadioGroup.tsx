import { useId } from "react";
import styles from "./RadioGroup.module.css";

interface RadioGroupProps<Value extends string> {
  /** Label for screen readers. */
  label: string;
  options: readonly { value: Value; text: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** Radio group for a few options, all visible. */
export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.text}>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
