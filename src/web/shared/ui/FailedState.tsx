import { texts } from "../texts.ts";
import { EmptyState } from "./EmptyState.tsx";

interface FailedStateProps {
  text: string;
  onRetry: () => void;
}

/** What a failed list shows: what happened, and 重试. */
export function FailedState({ text, onRetry }: FailedStateProps) {
  const isOffline = typeof navigator !== "undefined" && !navigator.onLine;
  return (
    <div role="alert">
      <EmptyState
        drawing={isOffline ? "offline" : "failed"}
        text={text}
        action={{ text: texts.retry, onPress: onRetry }}
      />
    </div>
  );
}
