import { useCallback, useEffect } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { chatStateStore } from "../stores/ChatStateStore.ts";
import { liveStore } from "../stores/LiveStore.ts";
import { useStore, useStores } from "../useStores.ts";
import { useReturn } from "./useReturn.ts";

/** How many messages of customer service wait to be read, kept up to date; 0 for a guest. Must be used in an observer. */
export function useUnread(): number {
  const { session } = useStores();
  const state = useStore(chatStateStore);
  const live = useStore(liveStore);
  const { isLoggedIn } = session;
  const look = useCallback(() => {
    if (!session.isLoggedIn) return;
    state.load().catch((error: unknown) => {
      // A number nobody sees is missed by nobody; the next message asks again.
      if (!isAborted(error)) logFailure("asking about unread messages failed", error);
    });
  }, [session, state]);
  useReturn(look);
  useEffect(() => {
    if (!isLoggedIn) return;
    look();
    return live.follow((news) => {
      if (news === null || news.name === "message" || news.name === "read") look();
    });
  }, [isLoggedIn, look, live]);
  return isLoggedIn ? state.unread : 0;
}
