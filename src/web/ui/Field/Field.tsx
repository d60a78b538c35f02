import { clsx } from "clsx";
import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { GrowingField } from "../TextArea/GrowingField.tsx";
import styles from "./Field.module.css";

type NativeInputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "maxLength" | "autoComplete" | "placeholder" | "enterKeyHint" | "readOnly"
>;

interface FieldProps extends NativeInputProps {
  label: string;
  value: string;
  onChange?: (value: string, input: HTMLInputElement | HTMLTextAreaElement) => void;
  /** Allows a value of several lines' length: it wraps, and Enter closes the keyboard. */
  isLong?: boolean;
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
export function Field({ label, isLong, onChange, problem, trailing, onPress, ...rest }: FieldProps) {
  const id = useId();
  const inputProps = {
    ...rest,
    id,
    className: clsx(styles.input, onPress !== undefined && styles.pressed),
    onClick: onPress,
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem === undefined ? undefined : `${id}-problem`,
  };
  return (
    <div className={styles.field}>
      <Cell center border={false} title={<label htmlFor={id}>{label}</label>}>
        {isLong ? (
          <GrowingField className={styles.long} text={rest.value || (rest.placeholder ?? "")}>
            <textarea
              {...inputProps}
              rows={1}
              onChange={(event) => onChange?.(event.target.value.replace(/\s*\n\s*/g, " "), event.target)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                if (onPress === undefined) event.currentTarget.blur();
                else onPress();
              }}
            />
          </GrowingField>
        ) : (
          <span className={styles.room}>
            <input
              {...inputProps}
              onChange={(event) => onChange?.(event.target.value, event.target)}
              onKeyDown={(event) => {
                if (onPress !== undefined && event.key === "Enter") onPress();
              }}
            />
            <span className={styles.hint} aria-hidden>
              {rest.placeholder}
            </span>
          </span>
        )}
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
