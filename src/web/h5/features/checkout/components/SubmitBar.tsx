import { BottomBar } from "#web/ui/BottomBar/BottomBar.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { orderMessages } from "../../order/messages.ts";
import { checkoutMessages } from "../messages.ts";
import styles from "./CheckoutLayout.module.css";

interface SubmitBarProps {
  /** Amount to pay in fen; null while unknown. */
  payFen: number | null;
  canSubmit: boolean;
  isSubmitting: boolean;
  onSubmit: () => void;
}

/** Amount and submit button. */
export function SubmitBar({ payFen, canSubmit, isSubmitting, onSubmit }: SubmitBarProps) {
  return (
    <BottomBar>
      <span className={styles.total}>
        {orderMessages.amounts.total}
        {payFen === null ? "—" : <Price fen={payFen} size="large" />}
      </span>
      <Button className={styles.submit} disabled={!canSubmit} isBusy={isSubmitting} onPress={onSubmit}>
        {checkoutMessages.submit}
      </Button>
    </BottomBar>
  );
}
