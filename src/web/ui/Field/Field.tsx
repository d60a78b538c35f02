import { clsx } from "clsx";
import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
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

/**
 * Form line: react-vant's Cell with label, input and error message. Its own Field drops id, autoComplete and
 * inputMode, which the phone's keyboard needs. Inputs are 16 px, so that iOS does not zoom. The placeholder is
 * drawn as text over the empty input, because a browser's own is cut off where large text needs two lines.
 */
export function Field({ label, value, onChange, problem, trailing, onPress, ...inputProps }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <Cell center border={false} title={<label htmlFor={id}>{label}</label>}>
        <span className={styles.room}>
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
          <span className={styles.hint} aria-hidden>
            {inputProps.placeholder}
          </span>
        </span>
        {trailing}
      </Cell>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
