import { formatYuan } from "#contract/money.ts";
import type { RefundCase } from "#contract/order-admin/schema.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { customerMessages } from "../../customerMessages.ts";
import styles from "./CaseRow.module.css";
import { DueClock } from "./DueClock.tsx";

const words = customerMessages.request;

interface CaseRowProps {
  refundCase: RefundCase;
  isChosen: boolean;
  clock: { readonly now: number };
  onChoose: () => void;
}

/** A wish to have money back in the list: who, how much, why, and how long until it is granted by itself. */
export function CaseRow({ refundCase, isChosen, clock, onChoose }: CaseRowProps) {
  const { request } = refundCase;
  const pictures = request.images.length > 0 ? words.pictures(request.images.length) : "";
  return (
    <li>
      <button
        type="button"
        className={cx(styles.row, isChosen && styles.chosen)}
        aria-current={isChosen}
        onClick={onChoose}
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
          <DueClock dueAt={request.due_at} clock={clock} />
        </span>
      </button>
    </li>
  );
}
