import { clsx } from "clsx";
import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import styles from "./Field.module.css";

type NativeInputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "maxLength" | "autoComplete" | "placeholder" | "enterKeyHint" | "readOnly"
>;

interface FieldProps extends NativeInputProps {
  label: string;
  value: string;
  onChange?: (value: string, input: HTMLInputElement) => void;
  /** Error message, shown below. */
  problem?: string | undefined;
  /** Control at the end of the line. */
  trailing?: ReactNode;
  /** Handles a tap on the whole line, for a field that opens something. */
  onPress?: () => void;
}

/** Form line: label, input, error message. Inputs are 16 px, so that iOS does not zoom. */
export function Field({ label, value, onChange, problem, trailing, onPress, ...inputProps }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <input
          {...inputProps}
          id={id}
          className={clsx(styles.input, onPress !== undefined && styles.pressed)}
          value={value}
          onChange={(event) => onChange?.(event.target.value, event.target)}
          onClick={onPress}
          onKeyDown={(event) => {
            if (onPress !== undefined && event.key === "Enter") onPress();
          }}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        />
        {trailing}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
