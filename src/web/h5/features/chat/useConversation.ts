import { useCallback, useEffect } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { eventStore } from "../../app/EventStore.ts";
import { type UnreadStore, unreadStore } from "../../app/UnreadStore.ts";
import { useOnResume } from "../../app/useOnResume.ts";
import { usePolling } from "../../app/usePolling.ts";
import { useStore } from "../../app/useStores.ts";
import type { ChatStore } from "./ChatStore.ts";

/**
 * Fetches the conversation, follows it while the page is open, and marks it as read. Returns the refresh
 * function. Must be used inside an observer.
 */
export function useConversation(chat: ChatStore): () => void {
  const events = useStore(eventStore);
  const unread = useStore(unreadStore);
  const refresh = useCallback(() => {
    chat.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the conversation failed", error);
    });
  }, [chat]);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    return events.subscribe((event) => {
      if (!chat.onEvent(event)) refresh();
    });
  }, [events, chat, refresh]);
  // A change received while its response got lost would not be sent again.
  usePolling(refresh, !events.isConnected || chat.latest.status === "failed");
  useMarkRead(chat, unread);
  return refresh;
}

/** Marks messages on a visible screen as read. */
function useMarkRead(chat: ChatStore, unread: UnreadStore): void {
  const loadStatus = useCallback(() => {
    unread.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("asking about the conversation failed", error);
    });
  }, [unread]);
  useEffect(loadStatus, [loadStatus]);
  const { lastUnreadId: unreadId } = chat.messageList;
  const read = useCallback(() => {
    if (unreadId === 0 || document.visibilityState === "hidden") return;
    unread
      .markRead(unreadId)
      .then(() => chat.markRead(unreadId, "user"))
      .catch((error: unknown) => {
        // The next message, or the next visit to the page, retries.
        logError("telling what was read failed", error);
      });
  }, [chat, unread, unreadId]);
  useEffect(read, [read]);
  useOnResume(read);
  useOnResume(loadStatus);
}
