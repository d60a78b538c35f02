import { TextArea as VantTextArea } from "react-vant/es/text-area/index.js";
import "react-vant/es/text-area/style/index.css";
import { GrowingField } from "./GrowingField.tsx";
import styles from "./TextArea.module.css";

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  placeholder: string;
  rows: number;
  /** Maximum number of UTF-16 units that can be typed. */
  maxLength?: number;
  /** Maximum number of characters to show beside their count; what is typed beyond it is up to `onChange`. */
  countTo?: number;
}

/** react-vant's TextArea under its label; it grows with its text, so that no line is cut off. */
export function TextArea({ label, countTo, maxLength, ...inputProps }: TextAreaProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: react-vant's TextArea is its control
    <label>
      <span className={styles.head}>
        {label}
        {countTo !== undefined && (
          <span className={styles.count} aria-hidden="true">
            {Array.from(inputProps.value).length}/{countTo}
          </span>
        )}
      </span>
      <GrowingField className={styles.box} text={inputProps.value || inputProps.placeholder}>
        <VantTextArea
          {...inputProps}
          {...(maxLength !== undefined && { maxLength })}
          className={styles.field ?? ""}
          autoSize
        />
      </GrowingField>
    </label>
  );
}
