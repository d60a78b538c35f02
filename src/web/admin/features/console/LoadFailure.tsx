import { Alert, Button } from "antd";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";

interface LoadFailureProps {
  error: unknown;
  /** Shown if the failure has no reason of its own. */
  fallback: string;
  onRetry: () => void;
}

/** State of a failed fetch: the reason, and 重试. */
export function LoadFailure({ error, fallback, onRetry }: LoadFailureProps) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      {commonMessages.retry}
    </Button>
  );
  return <Alert type="error" banner title={toErrorMessage(error, fallback)} action={retry} />;
}
