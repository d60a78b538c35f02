import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { isAbortError } from "#web/shared/api/ApiError.ts";
import { logError } from "#web/shared/log.ts";
import { storageKeys, writeText } from "#web/shared/storage.ts";
import { setAwaitingOrders } from "../features/home/awaitOrders.ts";
import { RecentOrderCard } from "../features/home/OrderCard.tsx";
import { recentOrdersStore } from "../stores/RecentOrdersStore.ts";
import { useStore } from "../useStores.ts";
import { UnreadBadge } from "./UnreadBadge.tsx";
import { useOrderEvents } from "./useLiveOrders.ts";
import { useOrderActions } from "./useOrderActions.ts";
import { usePolling } from "./usePolling.ts";

/** The room that is kept for them; set by index.html before anything is painted. */
const ordersHeight = "--orders";

/** The order that is on its way, and the last finished one to have again; nothing while there is neither. */
export const HomeOrders = observer(function HomeOrders() {
  const orders = useStore(recentOrdersStore);
  const runOrderAction = useOrderActions({ onCancel: () => undefined });
  const load = useCallback(() => {
    if (document.visibilityState === "hidden") return;
    orders.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the recent orders failed", error);
    });
  }, [orders]);
  useEffect(load, [load]);
  const { current, lastCompleted: finished } = orders;
  const { value, status } = orders.orders;
  const containerRef = useStoredHeight(value);
  const isPending = value === undefined && status !== "failed";
  useLayoutEffect(() => setAwaitingOrders(isPending), [isPending]);
  const isLive = useOrderEvents(load);
  // A change that was heard while its answer got lost would never be told again.
  usePolling(load, current !== undefined && (!isLive || orders.orders.status === "failed"));
  return (
    <div ref={containerRef}>
      <UnreadBadge />
      {current !== undefined && <RecentOrderCard order={current} />}
      {finished !== undefined && (
        <RecentOrderCard order={finished} onReorder={() => runOrderAction("reorder", finished)} />
      )}
    </div>
  );
});

/** Remembers how tall the known orders are, so that the next visit keeps their place free and nothing moves. */
function useStoredHeight(orders: unknown) {
  const containerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (orders === undefined || containerRef.current === null) return;
    const height = `${containerRef.current.offsetHeight}px`;
    writeText(storageKeys.homeOrders, height);
    document.documentElement.style.setProperty(ordersHeight, height);
  }, [orders]);
  useEffect(() => () => void document.documentElement.style.removeProperty(ordersHeight), []);
  return containerRef;
}
