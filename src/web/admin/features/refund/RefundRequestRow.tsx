import { clsx } from "clsx";
import { formatYuan } from "#contract/money.ts";
import type { RefundReview } from "#contract/staff/order/schema.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import { Countdown } from "./Countdown.tsx";
import styles from "./RefundRequestRow.module.css";

const messages = customerMessages.request;

interface RefundRequestRowProps {
  refundCase: RefundReview;
  isSelected: boolean;
  clock: { readonly now: number };
  onSelect: () => void;
}

/**
 * Row of a refund request: customer, amount, reason, and the time left until it is approved automatically.
 */
export function RefundRequestRow({ refundCase, isSelected, clock, onSelect }: RefundRequestRowProps) {
  const { request } = refundCase;
  const pictures = request.images.length > 0 ? messages.pictures(request.images.length) : "";
  return (
    <li>
      <button
        type="button"
        className={clsx(styles.row, isSelected && styles.chosen)}
        aria-current={isSelected}
        onClick={onSelect}
      >
        <span className={styles.line}>
          <b className={styles.name}>{refundCase.customer_name}</b>
          <b className={styles.money}>{formatYuan(refundCase.refundable_amount)}</b>
        </span>
        <span className={styles.text}>
          {[request.reason, request.text, pictures].filter(Boolean).join(" · ")}
        </span>
        <span className={styles.line}>
          <span className={styles.store}>
            {refundCase.restaurant_name} · {refundCase.status_text}
          </span>
          <Countdown dueAt={request.due_at} clock={clock} />
        </span>
      </button>
    </li>
  );
}
