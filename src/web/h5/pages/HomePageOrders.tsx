import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { storageKeys, writeText } from "#web/shared/storage.ts";
import { awaitOrders } from "../features/home/awaitOrders.ts";
import { OrderCard } from "../features/home/OrderCard.tsx";
import { recentOrdersStore } from "../stores/RecentOrdersStore.ts";
import { useStore } from "../useStores.ts";
import { UnreadBadge } from "./UnreadBadge.tsx";
import { useLiveOrders } from "./useLiveOrders.ts";
import { useOrderActions } from "./useOrderActions.ts";
import { usePolling } from "./usePolling.ts";

/** The room that is kept for them; set by index.html before anything is painted. */
const ordersHeight = "--orders";

/** The order that is on its way, and the last finished one to have again; nothing while there is neither. */
export const HomePageOrders = observer(function HomePageOrders() {
  const orders = useStore(recentOrdersStore);
  const act = useOrderActions({ onCancel: () => undefined });
  const load = useCallback(() => {
    if (document.visibilityState === "hidden") return;
    orders.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the recent orders failed", error);
    });
  }, [orders]);
  useEffect(load, [load]);
  const { current, finished } = orders;
  const { value, status } = orders.orders;
  const place = useKeptHeight(value);
  const isAwaiting = value === undefined && status !== "failed";
  useLayoutEffect(() => awaitOrders(isAwaiting), [isAwaiting]);
  const isFollowed = useLiveOrders(load);
  // A change that was heard while its answer got lost would never be told again.
  usePolling(load, current !== undefined && (!isFollowed || orders.orders.status === "failed"));
  return (
    <div ref={place}>
      <UnreadBadge />
      {current !== undefined && <OrderCard order={current} />}
      {finished !== undefined && <OrderCard order={finished} onAgain={() => act("reorder", finished)} />}
    </div>
  );
});

/** Remembers how tall the known orders are, so that the next visit keeps their place free and nothing moves. */
function useKeptHeight(orders: unknown) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (orders === undefined || place.current === null) return;
    const height = `${place.current.offsetHeight}px`;
    writeText(storageKeys.homeOrders, height);
    document.documentElement.style.setProperty(ordersHeight, height);
  }, [orders]);
  useEffect(() => () => void document.documentElement.style.removeProperty(ordersHeight), []);
  return place;
}
