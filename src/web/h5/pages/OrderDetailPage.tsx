import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { GuestNotice } from "../GuestNotice.tsx";
import { homeMessages } from "../homeMessages.ts";
import { orderMessages } from "../orderMessages.ts";
import { orderStore } from "../stores/OrderStore.ts";
import { useStore, useStores } from "../useStores.ts";
import styles from "./OrderDetailPage.module.css";
import { OrderDetailPageBody } from "./OrderDetailPageBody.tsx";
import { usePolling } from "./usePolling.ts";

const words = orderMessages.order;

/** One order, by its id in the path or in the query; it keeps itself up to date while something can happen to it. */
export const OrderDetailPage = observer(function OrderDetailPage() {
  const { session } = useStores();
  const params = useParams();
  const [search] = useSearchParams();
  const orderId = params.id ?? search.get("order_id") ?? search.get("id") ?? "";
  // Asked once: a login that ends while the page is open is led away by the 401 rule, after its notice.
  const [isGuest] = useState(!session.isLoggedIn);
  return (
    <div className={styles.page}>
      <NavBar title={homeMessages.titles.orderDetail} back="/orders" />
      {isGuest && <GuestNotice here={`/order/${encodeURIComponent(orderId)}`} />}
      {!isGuest &&
        (orderId === "" ? <Missing /> : <Order orderId={orderId} isFromPay={search.get("from") === "pay"} />)}
    </div>
  );
});

const Order = observer(function Order({ orderId, isFromPay }: { orderId: string; isFromPay: boolean }) {
  const store = useStore(orderStore);
  const refresh = useCallback(() => {
    store.open(orderId).catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading an order failed", error);
    });
  }, [store, orderId]);
  useEffect(refresh, [refresh]);
  usePolling(refresh, store.isLive);
  const order = store.orderId === orderId ? store.detail.value : undefined;
  if (order !== undefined) {
    return <OrderDetailPageBody key={orderId} order={order} isFromPay={isFromPay} onRefresh={refresh} />;
  }
  if (store.detail.status !== "failed") return <Skeleton rows={4} className={styles.skeleton} />;
  return store.isMissing ? <Missing /> : <FailedState text={words.failed} onRetry={refresh} />;
});

function Missing() {
  const navigate = useNavigate();
  const action = { text: words.toOrders, onPress: () => navigate("/orders", { replace: true }) };
  return <EmptyState drawing="order" text={words.missing} action={action} />;
}
