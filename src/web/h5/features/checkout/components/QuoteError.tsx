import { observer } from "mobx-react-lite";
import { ApiError, isUnauthenticated, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import type { CheckoutStore } from "../CheckoutStore.ts";
import { checkoutMessages } from "../messages.ts";

interface QuoteErrorProps {
  checkout: CheckoutStore;
  onRetry: () => void;
  /** Actions for failures that a retry does not solve, by error code. */
  actions: Readonly<Record<string, readonly [name: string, act: () => void]>>;
}

/** Reason for a missing quote: an action for missing resources, a retry for anything else. */
export const QuoteError = observer(function QuoteError(props: QuoteErrorProps) {
  const { checkout, onRetry, actions: actionsByCode } = props;
  const { status, error } = checkout.quote;
  if (status !== "failed") return null;
  // An expired login is announced, and redirected to the login page, by the 401 rule.
  if (isUnauthenticated(error)) return null;
  const errorCode = error instanceof ApiError ? error.code : "";
  const [name, act] = actionsByCode[errorCode] ?? [commonMessages.retry, onRetry];
  const action = (
    <Button size="small" onPress={act}>
      {name}
    </Button>
  );
  return (
    <Card isWarning actions={action}>
      {toErrorMessage(error, checkoutMessages.quoteFailed)}
    </Card>
  );
});
