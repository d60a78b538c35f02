import { useCallback, useEffect } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { type ChatStateStore, chatStateStore } from "../stores/ChatStateStore.ts";
import type { ChatStore } from "../stores/ChatStore.ts";
import { liveStore } from "../stores/LiveStore.ts";
import { useStore } from "../useStores.ts";
import { usePolling } from "./usePolling.ts";
import { useReturn } from "./useReturn.ts";

/**
 * Fetches the conversation, follows it while the page is open, and tells what has been seen. Answers how to fetch it
 * again. Must be used inside an observer.
 */
export function useChat(chat: ChatStore): () => void {
  const live = useStore(liveStore);
  const state = useStore(chatStateStore);
  const refresh = useCallback(() => {
    chat.open().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the conversation failed", error);
    });
  }, [chat]);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    return live.follow((news) => {
      if (!chat.hear(news)) refresh();
    });
  }, [live, chat, refresh]);
  // A change that was heard while its answer got lost would never be told again.
  usePolling(refresh, !live.isConnected || chat.opening.status === "failed");
  useReading(chat, state);
  return refresh;
}

/** What is on a visible screen has been seen. */
function useReading(chat: ChatStore, state: ChatStateStore): void {
  const look = useCallback(() => {
    state.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("asking about the conversation failed", error);
    });
  }, [state]);
  useEffect(look, [look]);
  const { unreadId } = chat.thread;
  const read = useCallback(() => {
    if (unreadId === 0 || document.visibilityState === "hidden") return;
    state
      .read(unreadId)
      .then(() => chat.noteRead(unreadId, "user"))
      .catch((error: unknown) => {
        // The next message, or the next look at the page, tells it again.
        logFailure("telling what was read failed", error);
      });
  }, [chat, state, unreadId]);
  useEffect(read, [read]);
  useReturn(read);
  useReturn(look);
}
