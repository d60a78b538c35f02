import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { OrderSummary } from "#contract/order/schema.ts";
import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success, toast } from "#web/shared/notify.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { CancelSheet } from "../features/order/CancelSheet.tsx";
import { isLive } from "../features/order/isLive.ts";
import { OrderCard } from "../features/order/OrderCard.tsx";
import { PullDown } from "../features/order/PullDown.tsx";
import { orderMessages } from "../orderMessages.ts";
import { orderHistoryStore } from "../stores/OrderHistoryStore.ts";
import { paymentStore } from "../stores/PaymentStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./OrdersPage.module.css";
import { useLiveOrders } from "./useLiveOrders.ts";
import { useOrderActions } from "./useOrderActions.ts";
import { usePolling } from "./usePolling.ts";
import { useReturn } from "./useReturn.ts";

const words = orderMessages.history;
const longList = 5;

/** The orders of one kind: an endless list that can be pulled down, and stays as it was when one comes back. */
export const OrdersPageList = observer(function OrdersPageList() {
  const history = useStore(orderHistoryStore);
  const navigate = useNavigate();
  const reload = useReloading();
  useFollowing(reload);
  useKeptPlace();
  const { status, value, error } = history.pages;
  if (value === undefined) {
    return status === "failed" ? (
      <FailedState text={messageOf(error, words.failed)} onRetry={reload} />
    ) : (
      <Skeleton rows={4} className={styles.skeleton} />
    );
  }
  if (value.list.length === 0) {
    const isAll = history.filter === "all";
    const action = { text: words.toMenu, onPress: () => navigate("/takeaway") };
    return <EmptyState drawing="order" text={isAll ? words.empty : words.emptyOf} action={action} />;
  }
  return (
    <PullDown onRefresh={reload}>
      <Cards orders={value.list} onChanged={reload} />
      <End />
    </PullDown>
  );
});

interface CardsProps {
  orders: readonly OrderSummary[];
  onChanged: () => Promise<void>;
}

const Cards = observer(function Cards({ orders, onChanged }: CardsProps) {
  const payment = useStore(paymentStore);
  const navigate = useNavigate();
  const cancelling = useCancelling(onChanged);
  const act = useOrderActions({ onCancel: (order) => cancelling.ask(order.order_id) });
  return (
    <>
      <ul className={styles.list}>
        {orders.map((order) => (
          <OrderCard
            key={order.order_id}
            order={order}
            busy={payment.startingId === order.order_id ? "pay" : null}
            onOpen={() => navigate(`/order/${encodeURIComponent(order.order_id)}`)}
            onAction={(action) => act(action, order)}
          />
        ))}
      </ul>
      <CancelSheet
        open={cancelling.isOpen}
        isBusy={cancelling.isBusy}
        onClose={cancelling.close}
        onConfirm={cancelling.confirm}
      />
    </>
  );
});

/** What stands at the end: more is coming, more could not come, or that is all. */
const End = observer(function End() {
  const history = useStore(orderHistoryStore);
  const end = useRef<HTMLDivElement>(null);
  const more = useCallback(() => {
    history.loadMore().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading more orders failed", error);
    });
  }, [history]);
  // The end of a list that fills no screen is plain to see.
  const isLong = history.orders.length >= longList;
  const canLoad = history.hasMore && history.pages.status === "ready";
  useEffect(() => {
    if (!canLoad || end.current === null) return;
    const watch = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && more(), {
      rootMargin: "400px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [canLoad, more]);
  return (
    <div ref={end} className={styles.end}>
      {history.hasMore && history.pages.status === "failed" ? (
        <Button look="ghost" onPress={more}>
          {texts.retry}
        </Button>
      ) : (
        (history.hasMore && words.more) || (isLong && words.end)
      )}
    </div>
  );
});

/** Fetches the list when the page opens and when it is seen again; what is shown stays meanwhile. */
function useReloading(): () => Promise<void> {
  const history = useStore(orderHistoryStore);
  const payment = useStore(paymentStore);
  const reload = useCallback(async () => {
    try {
      await history.reload();
    } catch (error) {
      if (isAborted(error)) return;
      logFailure("loading orders failed", error);
      if (history.orders.length > 0) toast(messageOf(error, words.failed));
    }
  }, [history]);
  useEffect(() => void reload(), [reload]);
  useReturn(useCallback(() => payment.endStart(), [payment]));
  return reload;
}

/** Keeps the cards up to date: those that changed while changes are heard, all of them now and then otherwise. */
function useFollowing(reload: () => Promise<void>): void {
  const history = useStore(orderHistoryStore);
  // A change was heard and its answer got lost: it will not be told again.
  const [isBehind, setIsBehind] = useState(false);
  const follow = useCallback(
    (orderId: string | null) => {
      if (orderId === null) return void reload();
      history.refresh(orderId).catch((error: unknown) => {
        if (isAborted(error)) return;
        logFailure("loading an order of the list failed", error);
        setIsBehind(true);
      });
    },
    [history, reload],
  );
  const isFollowed = useLiveOrders(follow);
  const poll = useCallback(() => {
    if (!history.pages.isLoading) void reload().then(() => setIsBehind(history.pages.status === "failed"));
  }, [history, reload]);
  const isStale = isBehind || history.pages.status === "failed";
  usePolling(poll, (isStale || !isFollowed) && history.orders.some(isLive));
}

/** Remembers how far the list was scrolled and goes there again when one comes back to it. */
function useKeptPlace(): void {
  const history = useStore(orderHistoryStore);
  useLayoutEffect(() => {
    if (history.scrollTop > 0) window.scrollTo(0, history.scrollTop);
    const keep = () => {
      history.scrollTop = window.scrollY;
    };
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [history]);
}

/** Cancelling an order from the list. */
function useCancelling(onChanged: () => Promise<void>) {
  const history = useStore(orderHistoryStore);
  const [orderId, setOrderId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const close = useCallback(() => setOrderId(null), []);
  const confirm = async (reason: number) => {
    if (orderId === null) return;
    setIsBusy(true);
    try {
      await history.cancel(orderId, reason);
      success(orderMessages.cancel.done);
    } catch (error) {
      toast(messageOf(error, orderMessages.cancel.failed));
    }
    setIsBusy(false);
    close();
    await onChanged();
  };
  return { isOpen: orderId !== null, isBusy, ask: setOrderId, close, confirm };
}
