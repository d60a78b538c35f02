import { useEffect } from "react";
import { liveStore } from "../stores/LiveStore.ts";
import { useStore } from "../useStores.ts";

/** What comes within this time is told once: after a break the server sends all that was missed in one go. */
const gatherMs = 80;

/**
 * Calls back when an order of the customer's changed, with its id, or with null when any may have. Answers whether
 * changes are heard now; a page asks by itself otherwise (`usePolling`).
 */
export function useLiveOrders(onChange: (orderId: string | null) => void): boolean {
  const live = useStore(liveStore);
  useEffect(() => {
    const gathered = new Set<string | null>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const ids = gathered.has(null) ? [null] : Array.from(gathered);
      gathered.clear();
      for (const id of ids) onChange(id);
    };
    const stop = live.listen((orderId) => {
      gathered.add(orderId);
      timer ??= setTimeout(flush, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [live, onChange]);
  return live.isConnected;
}
