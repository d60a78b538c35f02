import { formatYuan } from "#contract/money.ts";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import styles from "./OrderLineList.module.css";

/** Dish line with its quantity in an order, a checkout or a voucher; amounts in fen. */
export interface OrderLineView {
  readonly id: string;
  readonly name: string;
  readonly specName: string | null;
  readonly image: string;
  readonly quantity: number;
  /** Absent where no prices are shown. */
  readonly amountFen?: number;
  readonly originalFen?: number;
  /** Additional note, for example the refunded quantity. */
  readonly note?: string;
}

/** Dishes of an order with images, quantities and amounts. */
export function OrderLineList({ lines }: { lines: readonly OrderLineView[] }) {
  return (
    <ul>
      {lines.map((line, index) => (
        <li key={line.id} className={styles.line}>
          <DishImage src={line.image} alt="" tint={index} size={56} />
          <div className={styles.text}>
            <span className={styles.name}>{line.name}</span>
            <span className={styles.quiet}>{[line.specName, line.note].filter(Boolean).join(" · ")}</span>
          </div>
          <span className={styles.figures}>
            <span className={styles.quiet}>×{line.quantity}</span>
            {line.amountFen !== undefined && (
              <span className={styles.amount}>
                {formatYuan(line.amountFen)}
                {line.originalFen !== undefined && line.originalFen > line.amountFen && (
                  <s className={styles.quiet}>{formatYuan(line.originalFen)}</s>
                )}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
