import { useCallback, useEffect } from "react";
import { toast } from "#web/shared/notify.ts";
import { useAdminStore } from "../../AdminStores.ts";
import { boardMessages as words } from "../../boardMessages.ts";
import { fetchFor } from "../../parts/attempt.ts";
import { boardStore } from "../../stores/BoardStore.ts";
import { chosenStore } from "../../stores/ChosenStore.ts";
import { staffLiveStore } from "../../stores/StaffLiveStore.ts";
import { codeOf } from "./boardOrder.ts";

/** A burst of news is one question. */
const gatherMs = 200;
/** How often is asked while nothing would be heard, and while it would, for what time alone changes. */
const askEveryMs = 5_000;
const lookEveryMs = 60_000;

/** Keeps the board of the chosen store as it is on the server: by the live stream, and by asking without it. */
export function useBoardRefresh(): () => void {
  const board = useAdminStore(boardStore);
  const live = useAdminStore(staffLiveStore);
  const { id } = useAdminStore(chosenStore);
  const load = useCallback(() => fetchFor(board.load), [board]);
  useEffect(() => {
    let askedAt = Date.now();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      askedAt = Date.now();
      // A move ends with a look at the board anyway.
      if (board.movingId === null) load();
    };
    load();
    const unfollow = live.follow((news) => {
      if (news !== null) {
        if (news.name !== "order" && news.name !== "order_alarm") return;
        if (id !== "" && news.data.restaurant_id !== id) return;
      }
      if (news?.name === "order_alarm") toast(words.alarm[news.data.kind](codeOf(news.data)));
      clearTimeout(gathering);
      gathering = setTimeout(ask, gatherMs);
    });
    const timer = setInterval(() => {
      const pauseMs = live.isConnected ? lookEveryMs : askEveryMs;
      if (document.visibilityState === "visible" && Date.now() - askedAt >= pauseMs) ask();
    }, askEveryMs);
    return () => {
      clearInterval(timer);
      clearTimeout(gathering);
      unfollow();
      board.reset();
    };
  }, [board, live, id, load]);
  return load;
}
