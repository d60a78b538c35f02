import { reaction } from "mobx";
import { useEffect, useState } from "react";
import { useAdminStore } from "../../AdminStores.ts";
import { boardMessages as words } from "../../boardMessages.ts";
import { boardStore } from "../../stores/BoardStore.ts";
import { Chime } from "./Chime.ts";

/** Calls somebody when orders come in: with two notes, and with their number in the title until the page is looked at. */
export function useArrivals(hasSound: boolean): void {
  const board = useAdminStore(boardStore);
  const [chime] = useState(() => new Chime());
  useEffect(() => {
    if (!hasSound) return;
    const wake = () => chime.wake();
    window.addEventListener("pointerdown", wake);
    const stop = reaction(
      () => board.arrivals,
      (now, before) => now > before && chime.play(),
    );
    return () => {
      window.removeEventListener("pointerdown", wake);
      stop();
    };
  }, [board, chime, hasSound]);
  useEffect(() => {
    const title = document.title;
    let seen = board.arrivals;
    const show = () => {
      if (document.visibilityState === "visible") seen = board.arrivals;
      const unseen = board.arrivals - seen;
      document.title = unseen > 0 ? `${words.newOrders(unseen)}${title}` : title;
    };
    document.addEventListener("visibilitychange", show);
    const stop = reaction(() => board.arrivals, show);
    return () => {
      document.removeEventListener("visibilitychange", show);
      stop();
      document.title = title;
    };
  }, [board]);
}
