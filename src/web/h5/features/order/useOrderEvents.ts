import { useEffect } from "react";
import { eventStore } from "../../app/EventStore.ts";
import { useStore } from "../../app/useStores.ts";

/** What comes within this time is told once: after a break the server sends all that was missed in one go. */
const batchMs = 80;

/**
 * Calls back when an order of the customer's changed, with its id, or with null when any may have. Answers whether
 * changes are heard now; a page asks by itself otherwise (`usePolling`).
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
