import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { OrderSummary } from "#contract/order/schema.ts";
import { ApiError, isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList, useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { success, toast } from "#web/ui/notify.ts";
import { StaleNotice } from "#web/ui/StaleNotice/StaleNotice.tsx";
import { useOnResume } from "../../../app/useOnResume.ts";
import { usePolling } from "../../../app/usePolling.ts";
import { useStore } from "../../../app/useStores.ts";
import { paymentStore } from "../../payment/PaymentStore.ts";
import { BindPhonePrompt } from "../../profile/components/BindPhonePrompt.tsx";
import { isLive } from "../isLive.ts";
import { orderMessages } from "../messages.ts";
import { orderHistoryStore } from "../OrderHistoryStore.ts";
import styles from "../OrdersPage.module.css";
import { useOrderActions } from "../useOrderActions.ts";
import { useOrderEvents } from "../useOrderEvents.ts";
import { CancelSheet } from "./CancelSheet.tsx";
import { OrderCard } from "./OrderCard.tsx";

const messages = orderMessages.history;

/** Orders of one filter: an infinite list with pull-to-refresh, restored as it was on return. */
export const OrderHistoryList = observer(function OrderHistoryList() {
  const history = useStore(orderHistoryStore);
  const navigate = useNavigate();
  const reload = useReloadHistory();
  useHistoryUpdates(reload);
  const isAll = history.filter === "all";
  const action = { text: messages.toMenu, onPress: () => navigate("/takeaway") };
  return (
    <>
      <StaleNotice cache={history.cache} onRefresh={reload} />
      <InfiniteList
        list={history.list}
        errorText={messages.failed}
        empty={
          <>
            <EmptyState
              illustration="order"
              text={isAll ? messages.empty : messages.emptyOf}
              action={action}
            />
            {isAll && <BindPhonePrompt onBound={() => void reload()} />}
          </>
        }
        onReload={reload}
      >
        <OrderCards orders={history.orders} onChanged={reload} />
      </InfiniteList>
    </>
  );
});

interface OrderCardsProps {
  orders: readonly OrderSummary[];
  onChanged: () => Promise<void>;
}

const OrderCards = observer(function OrderCards({ orders, onChanged }: OrderCardsProps) {
  const payment = useStore(paymentStore);
  const navigate = useNavigate();
  const cancelling = useCancelOrder(onChanged);
  const runOrderAction = useOrderActions({ onCancel: (order) => cancelling.open(order.order_id) });
  return (
    <>
      <ul className={styles.list}>
        {orders.map((order) => (
          <OrderCard
            key={order.order_id}
            order={order}
            busy={payment.startingId === order.order_id ? "pay" : null}
            onOpen={() => navigate(`/order/${encodeURIComponent(order.order_id)}`)}
            onAction={(action) => runOrderAction(action, order)}
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

/** Fetches the list when the page opens and when it becomes visible again; the shown one stays meanwhile. */
function useReloadHistory(): () => Promise<void> {
  const history = useStore(orderHistoryStore);
  const payment = useStore(paymentStore);
  const reload = useListReload(history.list, messages.failed);
  useEffect(() => void reload(), [reload]);
  useOnResume(useCallback(() => payment.clearStarting(), [payment]));
  return reload;
}

/** Keeps the cards up to date: changed ones by events while connected, otherwise all of them by polling. */
function useHistoryUpdates(reload: () => Promise<void>): void {
  const history = useStore(orderHistoryStore);
  // A change was received but its response got lost: it will not be sent again.
  const [hasMissedChange, setHasMissedChange] = useState(false);
  const onOrderChange = useCallback(
    (orderId: string | null) => {
      if (orderId === null) return void reload();
      history.refresh(orderId).catch((error: unknown) => {
        if (isAbortError(error)) return;
        logError("loading an order of the list failed", error);
        setHasMissedChange(true);
      });
    },
    [history, reload],
  );
  const isConnected = useOrderEvents(onOrderChange);
  const poll = useCallback(() => {
    if (!history.list.pages.isLoading)
      void reload().then(() => setHasMissedChange(history.list.pages.status === "failed"));
  }, [history, reload]);
  const isStale = hasMissedChange || history.list.pages.status === "failed";
  usePolling(poll, (isStale || !isConnected) && history.orders.some(isLive));
}

/** Cancels an order from the list. */
function useCancelOrder(onChanged: () => Promise<void>) {
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
      // The order has changed meanwhile: the list shows its new state, so no message is needed.
      const isOutdated = error instanceof ApiError && error.code === "invalid_state";
      if (!isOutdated) toast(toErrorMessage(error, orderMessages.cancel.failed));
    }
    setIsBusy(false);
    close();
    await onChanged();
  };
  return { isOpen: orderId !== null, isBusy, open: setOrderId, close, confirm };
}
