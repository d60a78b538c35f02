import { useEffect } from "react";
import { commonMessages } from "../lib/commonMessages.ts";
import { EmptyState } from "./EmptyState/EmptyState.tsx";

interface ErrorStateProps {
  text: string;
  onRetry: () => void;
}

/** State of what could not be loaded: the reason, and 重试. Tries again by itself when the network returns. */
export function ErrorState({ text, onRetry }: ErrorStateProps) {
  useEffect(() => {
    const retry = () => onRetry();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [onRetry]);
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
