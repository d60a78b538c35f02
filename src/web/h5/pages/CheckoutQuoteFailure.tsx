import { observer } from "mobx-react-lite";
import { ApiError, toErrorMessage } from "#web/shared/api/ApiError.ts";
import { commonMessages } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Card } from "../features/order/Card.tsx";
import { checkoutMessages } from "../orderingMessages.ts";
import type { CheckoutStore } from "../stores/CheckoutStore.ts";

interface QuoteErrorProps {
  checkout: CheckoutStore;
  onRetry: () => void;
  /** Ways on for failures that another try does not mend, by their word. */
  actions: Readonly<Record<string, readonly [name: string, act: () => void]>>;
}

/** Why there is no price: something that is gone needs another one, anything else another try. */
export const QuoteError = observer(function QuoteError(props: QuoteErrorProps) {
  const { checkout, onRetry, actions: actionsByCode } = props;
  const { status, error } = checkout.quote;
  if (status !== "failed") return null;
  const errorCode = error instanceof ApiError ? error.code : "";
  // A login that has ended is announced, and led to the login page, by the 401 rule.
  if (errorCode === "unauthenticated") return null;
  const [name, act] = actionsByCode[errorCode] ?? [commonMessages.retry, onRetry];
  const action = (
    <Button size="small" onPress={act}>
      {name}
    </Button>
  );
  return (
    <Card isWarning actions={action}>
      {toErrorMessage(error, checkoutMessages.confirm.quoteFailed)}
    </Card>
  );
});
