import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { cartBadgeMax } from "#contract/constants.ts";
import { formatYuan } from "#contract/money.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { cartBarMessages } from "../cartBarMessages.ts";
import styles from "./CartBar.module.css";

const messages = cartBarMessages;

export interface CartBarProps {
  cart: { readonly count: number; readonly totalFen: number; readonly savingFen: number };
  minimumFen: number;
  /** Estimated delivery fee in fen; null without a delivery. */
  deliveryFeeFen: number | null;
  /** Reason why ordering is closed; null when open. */
  closedText: string | null;
  isCartOpen: boolean;
  /** True in the cart sheet, which covers the page's own bar. */
  isInSheet?: boolean;
  onOpen: () => void;
  onDone: () => void;
}

/** Cart bar below the menu, and below its cart sheet: quantity, price, the missing amount, and the checkout button. */
export const CartBar = observer(function CartBar(props: CartBarProps) {
  const { cart, minimumFen, closedText, isCartOpen, isInSheet = false, onOpen, onDone } = props;
  const isEmpty = cart.count === 0;
  const missingFen = Math.max(0, minimumFen - cart.totalFen);
  return (
    <>
      {!isInSheet && <div className={styles.fade} />}
      <div className={clsx(styles.bar, isInSheet && styles.inSheet)}>
        <button
          type="button"
          className={styles.cart}
          aria-expanded={isCartOpen}
          disabled={isEmpty}
          onClick={onOpen}
        >
          <span className={styles.name}>{messages.title}</span>
          <span className={styles.bag} data-cart-target="">
            <Icon name="cart" size={26} />
            {!isEmpty && (
              <span className={styles.badge}>
                {cart.count > cartBadgeMax ? `${cartBadgeMax}+` : cart.count}
              </span>
            )}
          </span>
          <span className={styles.text}>
            {isEmpty ? <span className={styles.none}>{messages.empty}</span> : <Amounts {...props} />}
          </span>
        </button>
        <DoneButton
          isEmpty={cart.totalFen === 0}
          missing={closedText ?? missingText(minimumFen, missingFen, isEmpty)}
          onDone={onDone}
        />
      </div>
    </>
  );
});

function missingText(minimumFen: number, missingFen: number, isEmpty: boolean): string | null {
  if (missingFen === 0) return null;
  return isEmpty ? messages.minimum(formatYuan(minimumFen)) : messages.missing(formatYuan(missingFen));
}

const Amounts = observer(function Amounts({ cart, deliveryFeeFen: feeFen }: CartBarProps) {
  return (
    <>
      <span className={styles.total}>
        <Price fen={cart.totalFen} />
        {cart.savingFen > 0 && (
          <span className={styles.saved}>{messages.saved(formatYuan(cart.savingFen))}</span>
        )}
      </span>
      {feeFen !== null && (
        <span className={styles.fee}>
          {feeFen === 0 ? messages.deliveryFree : messages.delivery(formatYuan(feeFen))}
        </span>
      )}
    </>
  );
});

interface DoneButtonProps {
  isEmpty: boolean;
  /** Blocking reason, shown on the button. */
  missing: string | null;
  onDone: () => void;
}

function DoneButton({ isEmpty, missing, onDone }: DoneButtonProps) {
  return (
    <button
      type="button"
      className={styles.done}
      disabled={isEmpty || missing !== null}
      aria-label={missing === null ? messages.done : `${messages.done}（${missing}）`}
      onClick={onDone}
    >
      {missing ?? messages.done}
    </button>
  );
}
