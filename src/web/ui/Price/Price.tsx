import { clsx } from "clsx";
import { formatYuanDecimal } from "#contract/money.ts";
import styles from "./Price.module.css";

interface PriceProps {
  fen: number;
  size?: "small" | "medium" | "large";
  /** Former price, struck through and muted. */
  isStruck?: boolean;
  className?: string | undefined;
}

/** Amount with a small ¥ and two small decimals; it reads as `¥12.50`. */
export function Price({ fen, size = "medium", isStruck = false, className }: PriceProps) {
  const [yuan, cents] = formatYuanDecimal(fen).split(".");
  if (isStruck) return <s className={clsx(styles.struck, className)}>{`¥${yuan}.${cents}`}</s>;
  return (
    <span className={clsx(styles.price, styles[size], className)}>
      <span className={styles.sign}>¥</span>
      {yuan}
      <span className={styles.cents}>.{cents}</span>
    </span>
  );
}
