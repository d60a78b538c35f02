import { useNavigate } from "react-router-dom";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import type { InStoreBlocker } from "../InStoreStore.ts";
import { inStoreMessages } from "../messages.ts";

const messages = inStoreMessages;

interface InStoreMenuBlockerProps {
  view: InStoreBlocker;
  onRetry: () => void;
  onPickTime: () => void;
}

/** Shown in place of a menu that cannot be shown: the reason, with an action. */
export function InStoreMenuBlocker({ view, onRetry, onPickTime }: InStoreMenuBlockerProps) {
  const navigate = useNavigate();
  const text = messages.obstacles[view];
  if (view === "unknown_store") {
    const choose = () => navigate("/restaurant-select", { replace: true });
    return (
      <EmptyState illustration="store" text={text} action={{ text: messages.chooseStore, onPress: choose }} />
    );
  }
  if (view === "menu_empty")
    return <EmptyState text={text} action={{ text: messages.changeTime, onPress: onPickTime }} />;
  return <ErrorState text={text} onRetry={onRetry} />;
}
