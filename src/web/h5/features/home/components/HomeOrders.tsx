import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { storageKeys, writeText } from "#web/lib/storage/storage.ts";
import { UnreadBadge } from "../../../app/components/UnreadBadge.tsx";
import { usePolling } from "../../../app/usePolling.ts";
import { useStore } from "../../../app/useStores.ts";
import { recentOrdersStore } from "../../order/RecentOrdersStore.ts";
import { useOrderActions } from "../../order/useOrderActions.ts";
import { useOrderEvents } from "../../order/useOrderEvents.ts";
import { reserveOrdersHeight, setAwaitingOrders } from "../ordersPlaceholder.ts";
import { RecentOrderCard } from "./RecentOrderCard.tsx";

/** The order in progress, and the last finished one to reorder; renders nothing without either. */
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
  // A change received while its response got lost would not be sent again.
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

/** Stores the height of the loaded orders, so that the next visit reserves their space and nothing moves. */
function useStoredHeight(orders: unknown) {
  const containerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (orders === undefined || containerRef.current === null) return;
    const height = `${containerRef.current.offsetHeight}px`;
    writeText(storageKeys.homeOrders, height);
    reserveOrdersHeight(height);
  }, [orders]);
  useEffect(() => () => reserveOrdersHeight(null), []);
  return containerRef;
}
