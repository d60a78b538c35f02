import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { type ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import type { CheckoutStore } from "../CheckoutStore.ts";
import { checkoutMessages } from "../messages.ts";
import styles from "./CheckoutLayout.module.css";

const messages = checkoutMessages;

interface SubmitErrorNoticeProps {
  checkout: CheckoutStore;
  onRetry: () => void;
}

/** Reason why the order could not be placed, with an action: a safe retry, or the existing orders. */
export const SubmitErrorNotice = observer(function SubmitErrorNotice({
  checkout,
  onRetry,
}: SubmitErrorNoticeProps) {
  const { submitError: failure, isUncertain } = checkout;
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) noticeRef.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  if (failure === null && !isUncertain) return null;
  return (
    <div ref={noticeRef} className={styles.notice}>
      <Notice checkout={checkout} failure={failure} onRetry={onRetry} />
    </div>
  );
});

interface NoticeProps extends SubmitErrorNoticeProps {
  failure: ApiError | null;
}

const Notice = observer(function Notice({ checkout, failure, onRetry }: NoticeProps) {
  const navigate = useNavigate();
  const { isUncertain } = checkout;
  if (failure?.code === "key_reused" || failure?.code === "too_many_unpaid") {
    const isPlaced = failure.code === "key_reused";
    const leave = () => {
      checkout.discardAttempt();
      navigate(isPlaced ? "/orders" : "/orders?status=pending_payment");
    };
    return (
      <Card
        isWarning
        actions={
          <Button size="small" onPress={leave}>
            {messages.toOrders}
          </Button>
        }
      >
        {isPlaced ? messages.alreadyPlaced : failure.message}
      </Card>
    );
  }
  const retry = (
    <Button
      size="small"
      onPress={onRetry}
      isBusy={checkout.isSubmitting}
      disabled={checkout.quote.value === undefined}
    >
      {commonMessages.retry}
    </Button>
  );
  return (
    <Card isWarning {...(isUncertain ? { actions: retry } : {})}>
      {failure !== null && <p>{toErrorMessage(failure, messages.failed)}</p>}
      {isUncertain && <p>{messages.outcomeUnknown}</p>}
    </Card>
  );
});
