import { useCallback, useEffect } from "react";
import { useAdminStore } from "../../app/AdminStores.ts";
import { staffEventStore } from "../../app/StaffEventStore.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { toast } from "../../ui/notify.tsx";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import { boardStore } from "./BoardStore.ts";
import { boardMessages as messages } from "./boardMessages.ts";
import { toOrderCode } from "./boardOrder.ts";

/** Merges a burst of events into one request. */
const debounceMs = 200;
/** Polling interval without a live stream, and with one for changes that only time causes. */
const pollMs = 5_000;
const connectedPollMs = 60_000;

/**
 * Keeps the board of the selected restaurant in sync with the server: by the live stream, or by polling
 * without it.
 */
export function useBoardRefresh(): () => void {
  const board = useAdminStore(boardStore);
  const events = useAdminStore(staffEventStore);
  const { id } = useAdminStore(selectedRestaurantStore);
  const load = useCallback(() => void logErrors("loading the board failed", board.load()), [board]);
  useEffect(() => {
    let fetchedAt = Date.now();
    let debounceTimer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      fetchedAt = Date.now();
      // A status change ends with a reload anyway.
      if (board.movingId === null) load();
    };
    load();
    const unsubscribe = events.subscribe((event) => {
      if (event !== null) {
        if (event.name !== "order" && event.name !== "order_alarm") return;
        if (id !== "" && event.data.restaurant_id !== id) return;
      }
      if (event?.name === "order_alarm") toast(messages.alarm[event.data.kind](toOrderCode(event.data)));
      clearTimeout(debounceTimer);
      debounceTimer = setTimeout(reload, debounceMs);
    });
    const timer = setInterval(() => {
      const intervalMs = events.isConnected ? connectedPollMs : pollMs;
      if (document.visibilityState === "visible" && Date.now() - fetchedAt >= intervalMs) reload();
    }, pollMs);
    return () => {
      clearInterval(timer);
      clearTimeout(debounceTimer);
      unsubscribe();
      board.reset();
    };
  }, [board, events, id, load]);
  return load;
}
