import { yuanText } from "#contract/money.ts";
import { cx } from "./cx.ts";
import styles from "./Price.module.css";

interface PriceProps {
  fen: number;
  size?: "small" | "medium" | "large";
  /** A former price, struck through and quiet. */
  struck?: boolean;
  className?: string | undefined;
}

/** An amount with a small ¥ and two small decimals; it reads as `¥12.50`. */
export function Price({ fen, size = "medium", struck = false, className }: PriceProps) {
  const [yuan, cents] = yuanText(fen).split(".");
  if (struck) return <s className={cx(styles.struck, className)}>{`¥${yuan}.${cents}`}</s>;
  return (
    <span className={cx(styles.price, styles[size], className)}>
      <span className={styles.sign}>¥</span>
      {yuan}
      <span className={styles.cents}>.{cents}</span>
    </span>
  );
}
