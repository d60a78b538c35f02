import { useEffect } from "react";
import { eventStore } from "../../app/EventStore.ts";
import { useStore } from "../../app/useStores.ts";

/**
 * Window (ms) in which changes are reported once: after a reconnect the server sends all missed events in one
 * go.
 */
const batchMs = 80;

/**
 * Calls back when an order of the customer changed, with its id, or with null when any may have. Returns
 * whether events are connected; otherwise the page polls (`usePolling`).
 */
export function useOrderEvents(onChange: (orderId: string | null) => void): boolean {
  const events = useStore(eventStore);
  useEffect(() => {
    const changedIds = new Set<string | null>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const ids = changedIds.has(null) ? [null] : Array.from(changedIds);
      changedIds.clear();
      for (const id of ids) onChange(id);
    };
    const stop = events.onOrderChange((orderId) => {
      changedIds.add(orderId);
      timer ??= setTimeout(flush, batchMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [events, onChange]);
  return events.isConnected;
}
