import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { type ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Card } from "../features/order/Card.tsx";
import { orderingMessages } from "../orderingMessages.ts";
import type { CheckoutStore } from "../stores/CheckoutStore.ts";
import styles from "./CheckoutPage.module.css";

const words = orderingMessages.confirm;

interface CheckoutNoticeProps {
  checkout: CheckoutStore;
  onRetry: () => void;
}

/** Why the order could not be placed, and the way on: a safe retry, or the orders that exist. */
export const CheckoutNotice = observer(function CheckoutNotice({ checkout, onRetry }: CheckoutNoticeProps) {
  const { failure, isUncertain } = checkout;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) place.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  if (failure === null && !isUncertain) return null;
  return (
    <div ref={place} className={styles.notice}>
      <Notice checkout={checkout} failure={failure} onRetry={onRetry} />
    </div>
  );
});

interface NoticeProps extends CheckoutNoticeProps {
  failure: ApiError | null;
}

const Notice = observer(function Notice({ checkout, failure, onRetry }: NoticeProps) {
  const navigate = useNavigate();
  const { isUncertain } = checkout;
  if (failure?.failure === "key_reused" || failure?.failure === "too_many_unpaid") {
    const isPlaced = failure.failure === "key_reused";
    const leave = () => {
      checkout.dropIntent();
      navigate(isPlaced ? "/orders" : "/orders?status=pending_payment");
    };
    return (
      <Card
        isWarning
        actions={
          <Button size="small" onPress={leave}>
            {words.toOrders}
          </Button>
        }
      >
        {isPlaced ? words.alreadyPlaced : failure.message}
      </Card>
    );
  }
  const retry = (
    <Button size="small" onPress={onRetry} isBusy={checkout.isSubmitting}>
      {texts.retry}
    </Button>
  );
  return (
    <Card isWarning {...(isUncertain ? { actions: retry } : {})}>
      {failure !== null && <p>{messageOf(failure, words.failed)}</p>}
      {isUncertain && <p>{words.unanswered}</p>}
    </Card>
  );
});
