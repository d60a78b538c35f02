import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button as VantButton } from "react-vant/es/button/index.js";
import "react-vant/es/button/style/index.css";
import { Loading } from "react-vant/es/loading/index.js";
import "react-vant/es/loading/style/index.css";
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

const vantSizes = { large: "large", medium: "normal", small: "small" } as const;

/** react-vant's Button with a touch target of at least 44 px, which keeps its text and ignores taps while busy. */
export function Button(props: ButtonProps) {
  const { variant = "main", size = "medium", type = "button", isBusy = false } = props;
  return (
    <VantButton
      nativeType={type}
      type={variant === "plain" ? "default" : "primary"}
      size={vantSizes[size]}
      className={clsx(styles.button, styles[variant], styles[size], props.className)}
      disabled={props.disabled === true || isBusy}
      aria-busy={isBusy}
      aria-label={props.label}
      {...(isBusy && { icon: <Loading size="14px" color="currentColor" /> })}
      {...(props.onPress !== undefined && { onClick: props.onPress })}
    >
      {props.children}
    </VantButton>
  );
}
