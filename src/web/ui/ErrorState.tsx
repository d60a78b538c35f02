import { commonMessages } from "../lib/commonMessages.ts";
import { EmptyState } from "./EmptyState/EmptyState.tsx";

interface ErrorStateProps {
  text: string;
  onRetry: () => void;
}

/** What a failed list shows: what happened, and 重试. */
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
