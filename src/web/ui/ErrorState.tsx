import { commonMessages } from "../lib/commonMessages.ts";
import { EmptyState } from "./EmptyState/EmptyState.tsx";

interface ErrorStateProps {
  text: string;
  onRetry: () => void;
}

/** State of a failed list: the reason, and 重试. */
export function ErrorState({ text, onRetry }: ErrorStateProps) {
  const isOffline = typeof navigator !== "undefined" && !navigator.onLine;
  return (
    <div role="alert">
      <EmptyState
        illustration={isOffline ? "offline" : "failed"}
        text={text}
        action={{ text: commonMessages.retry, onPress: onRetry }}
      />
    </div>
  );
}
