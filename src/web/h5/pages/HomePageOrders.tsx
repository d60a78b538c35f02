import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { OrderCard } from "../features/home/OrderCard.tsx";
import { recentOrdersStore } from "../stores/RecentOrdersStore.ts";
import { useStore } from "../useStores.ts";
import { UnreadBadge } from "./UnreadBadge.tsx";
import { useLiveOrders } from "./useLiveOrders.ts";
import { useOrderActions } from "./useOrderActions.ts";
import { usePolling } from "./usePolling.ts";

interface HomePageOrdersProps {
  /** Called when it is known whether there are any. */
  onSettled: () => void;
}

/** The order that is on its way, and the last finished one to have again; nothing while there is neither. */
export const HomePageOrders = observer(function HomePageOrders({ onSettled }: HomePageOrdersProps) {
  const orders = useStore(recentOrdersStore);
  const act = useOrderActions({ onCancel: () => undefined });
  const load = useCallback(() => {
    if (document.visibilityState === "hidden") return;
    orders
      .load()
      .catch((error: unknown) => {
        if (!isAborted(error)) logFailure("loading the recent orders failed", error);
      })
      .finally(onSettled);
  }, [orders, onSettled]);
  useEffect(load, [load]);
  const { current, finished } = orders;
  const isFollowed = useLiveOrders(load);
  // A change that was heard while its answer got lost would never be told again.
  usePolling(load, current !== undefined && (!isFollowed || orders.orders.status === "failed"));
  return (
    <>
      <UnreadBadge />
      {current !== undefined && <OrderCard order={current} />}
      {finished !== undefined && <OrderCard order={finished} onAgain={() => act("reorder", finished)} />}
    </>
  );
});
