import { useCallback, useEffect } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { eventStore } from "./EventStore.ts";
import { unreadStore } from "./UnreadStore.ts";
import { useOnResume } from "./useOnResume.ts";
import { useStore, useStores } from "./useStores.ts";

/**
 * Returns the number of unread customer-service messages, updated live; 0 for guests. Must be used inside an
 * observer.
 */
export function useUnreadCount(): number {
  const { session } = useStores();
  const unread = useStore(unreadStore);
  const events = useStore(eventStore);
  const { isLoggedIn } = session;
  const load = useCallback(() => {
    if (!session.isLoggedIn) return;
    unread.load().catch((error: unknown) => {
      // A missing count is harmless; the next message fetches it again.
      if (!isAbortError(error)) logError("asking about unread messages failed", error);
    });
  }, [session, unread]);
  useOnResume(load);
  useEffect(() => {
    if (!isLoggedIn) return;
    load();
    return events.subscribe((event) => {
      if (event === null || event.name === "message" || event.name === "read") load();
    });
  }, [isLoggedIn, load, events]);
  return isLoggedIn ? unread.unread : 0;
}
