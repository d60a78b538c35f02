import { observer } from "mobx-react-lite";
import { ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Card } from "../features/order/Card.tsx";
import { orderingMessages } from "../orderingMessages.ts";
import type { CheckoutStore } from "../stores/CheckoutStore.ts";

interface QuoteFailureProps {
  checkout: CheckoutStore;
  onRetry: () => void;
  /** Ways on for failures that another try does not mend, by their word. */
  ways: Readonly<Record<string, readonly [name: string, act: () => void]>>;
}

/** Why there is no price: something that is gone needs another one, anything else another try. */
export const CheckoutQuoteFailure = observer(function CheckoutQuoteFailure(props: QuoteFailureProps) {
  const { checkout, onRetry, ways } = props;
  const { status, error } = checkout.quote;
  if (status !== "failed") return null;
  const failure = error instanceof ApiError ? error.failure : "";
  // A login that has ended is announced, and led to the login page, by the 401 rule.
  if (failure === "unauthenticated") return null;
  const [name, act] = ways[failure] ?? [texts.retry, onRetry];
  const action = (
    <Button size="small" onPress={act}>
      {name}
    </Button>
  );
  return (
    <Card isWarning actions={action}>
      {messageOf(error, orderingMessages.confirm.quoteFailed)}
    </Card>
  );
});
