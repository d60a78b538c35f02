import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { OrderSummary } from "#contract/order/schema.ts";
import { ApiError, isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success, toast } from "#web/shared/notify.ts";
import { AgeNote } from "#web/shared/ui/AgeNote.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { CancelSheet } from "../features/order/CancelSheet.tsx";
import { isLive } from "../features/order/isLive.ts";
import { OrderCard } from "../features/order/OrderCard.tsx";
import { orderMessages } from "../orderMessages.ts";
import { orderHistoryStore } from "../stores/OrderHistoryStore.ts";
import { paymentStore } from "../stores/PaymentStore.ts";
import { useStore } from "../useStores.ts";
import { BindPhoneOffer } from "./BindPhoneOffer.tsx";
import styles from "./OrdersPage.module.css";
import { useLiveOrders } from "./useLiveOrders.ts";
import { useOrderActions } from "./useOrderActions.ts";
import { usePolling } from "./usePolling.ts";
import { useReturn } from "./useReturn.ts";

const words = orderMessages.history;

/** The orders of one kind: an endless list that can be pulled down, and stays as it was when one comes back. */
export const OrdersPageList = observer(function OrdersPageList() {
  const history = useStore(orderHistoryStore);
  const navigate = useNavigate();
  const reload = useReloading();
  useFollowing(reload);
  const isAll = history.filter === "all";
  const action = { text: words.toMenu, onPress: () => navigate("/takeaway") };
  return (
    <>
      <AgeNote kept={history.kept} onRenew={reload} />
      <EndlessList
        list={history.list}
        failed={words.failed}
        empty={
          <>
            <EmptyState drawing="order" text={isAll ? words.empty : words.emptyOf} action={action} />
            {isAll && <BindPhoneOffer onBound={() => void reload()} />}
          </>
        }
        onReload={reload}
      >
        <Cards orders={history.orders} onChanged={reload} />
      </EndlessList>
    </>
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

/** Fetches the list when the page opens and when it is seen again; what is shown stays meanwhile. */
function useReloading(): () => Promise<void> {
  const history = useStore(orderHistoryStore);
  const payment = useStore(paymentStore);
  const reload = useListReload(history.list, words.failed);
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
    if (!history.list.pages.isLoading)
      void reload().then(() => setIsBehind(history.list.pages.status === "failed"));
  }, [history, reload]);
  const isStale = isBehind || history.list.pages.status === "failed";
  usePolling(poll, (isStale || !isFollowed) && history.orders.some(isLive));
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
      // Somebody was faster: the list shows what is, and that says it all.
      const isOutdated = error instanceof ApiError && error.failure === "invalid_state";
      if (!isOutdated) toast(messageOf(error, orderMessages.cancel.failed));
    }
    setIsBusy(false);
    close();
    await onChanged();
  };
  return { isOpen: orderId !== null, isBusy, ask: setOrderId, close, confirm };
}
