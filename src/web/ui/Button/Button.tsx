import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Button.module.css";

interface ButtonProps {
  children: ReactNode;
  onPress?: () => void;
  /** `main` at most once per screen; `plain` beside it; `ghost` inside text and cards. */
  variant?: "main" | "plain" | "ghost";
  size?: "large" | "medium" | "small";
  type?: "button" | "submit";
  disabled?: boolean;
  /** Shows a busy state and ignores further taps. */
  isBusy?: boolean;
  className?: string | undefined;
  /** Accessible name if its text alone does not name its subject. */
  label?: string;
}

/** Standard button: a touch target of at least 44 px, which ignores taps while busy. */
export function Button(props: ButtonProps) {
  const { variant = "main", size = "medium", type = "button", isBusy = false } = props;
  return (
    <button
      type={type}
      className={clsx(styles.button, styles[variant], styles[size], isBusy && styles.busy, props.className)}
      disabled={props.disabled === true || isBusy}
      aria-busy={isBusy}
      aria-label={props.label}
      onClick={props.onPress}
    >
      {props.children}
    </button>
  );
}
