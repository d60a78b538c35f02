import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./GrowingField.module.css";

interface GrowingFieldProps {
  /** What the textarea shows: its text, else its placeholder. */
  text: string;
  /** Sets `--field-padding`, and `--field-max-height`, from which the textarea scrolls. */
  className: string | undefined;
  /** The textarea. */
  children: ReactNode;
}

/** Gives a textarea the height of its text at each text size: the text, hidden, is laid out in the same place. */
export function GrowingField({ text, className, children }: GrowingFieldProps) {
  return (
    <div className={clsx(styles.growing, className)} data-text={text}>
      {children}
    </div>
  );
}
