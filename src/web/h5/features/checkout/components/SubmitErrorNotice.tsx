import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import type { CheckoutStore } from "../CheckoutStore.ts";
import { checkoutMessages } from "../messages.ts";
import { SubmitNotice } from "./SubmitNotice.tsx";

const messages = checkoutMessages;

interface SubmitErrorNoticeProps {
  checkout: CheckoutStore;
  onRetry: () => void;
}

/** Reason why the order could not be placed, with an action: a safe retry, or the existing orders. */
export const SubmitErrorNotice = observer(function SubmitErrorNotice(props: SubmitErrorNoticeProps) {
  const { checkout, onRetry } = props;
  const { submitError: failure, isUncertain } = checkout;
  const navigate = useNavigate();
  if (failure === null && !isUncertain) return null;
  if (failure?.code === "key_reused" || failure?.code === "too_many_unpaid") {
    const isPlaced = failure.code === "key_reused";
    const leave = () => {
      checkout.discardAttempt();
      navigate(isPlaced ? "/orders" : "/orders?status=pending_payment");
    };
    const toOrders = (
      <Button size="small" onPress={leave}>
        {messages.toOrders}
      </Button>
    );
    return (
      <SubmitNotice reason={failure} actions={toOrders}>
        {isPlaced ? messages.alreadyPlaced : failure.message}
      </SubmitNotice>
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
    <SubmitNotice reason={failure} {...(isUncertain && { actions: retry })}>
      {failure !== null && <p>{toErrorMessage(failure, messages.failed)}</p>}
      {isUncertain && <p>{messages.outcomeUnknown}</p>}
    </SubmitNotice>
  );
});
