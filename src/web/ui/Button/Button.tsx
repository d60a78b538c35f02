import type { ReactNode } from "react";
import { clsx } from "../clsx.ts";
import styles from "./Button.module.css";

interface ButtonProps {
  children: ReactNode;
  onPress?: () => void;
  /** `main` once a screen at most; `plain` beside it; `ghost` inside text and cards. */
  variant?: "main" | "plain" | "ghost";
  size?: "large" | "medium" | "small";
  type?: "button" | "submit";
  disabled?: boolean;
  /** Busy: says so, and takes no second tap. */
  isBusy?: boolean;
  className?: string | undefined;
  /** What it is called where its words alone do not say what they are about. */
  label?: string;
}

/** The one button: at least 44 px to the finger, and it ignores taps while busy. */
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
