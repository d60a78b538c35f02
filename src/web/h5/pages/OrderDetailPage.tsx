import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { AgeNote } from "#web/shared/ui/AgeNote.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { GuestNotice } from "../GuestNotice.tsx";
import { homeMessages } from "../homeMessages.ts";
import { orderMessages } from "../orderMessages.ts";
import { orderStore } from "../stores/OrderStore.ts";
import { useStore, useStores } from "../useStores.ts";
import { BindPhoneOffer } from "./BindPhoneOffer.tsx";
import styles from "./OrderDetailPage.module.css";
import { OrderDetailPageBody } from "./OrderDetailPageBody.tsx";
import { OrderDetailPagePublic } from "./OrderDetailPagePublic.tsx";
import { useLiveOrders } from "./useLiveOrders.ts";
import { usePolling } from "./usePolling.ts";

const words = orderMessages.order;

/** One order: the customer's own by its id, or what everybody may see of one by the number on its link. */
export const OrderDetailPage = observer(function OrderDetailPage() {
  const params = useParams();
  const [search] = useSearchParams();
  const publicId = search.get("third_party_order_id");
  const orderId = params.id ?? search.get("order_id") ?? search.get("id") ?? "";
  const isPublic = orderId === "" && publicId !== null;
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.orderDetail} back={isPublic ? "/" : "/orders"} />
      {isPublic ? (
        <OrderDetailPagePublic key={publicId} publicId={publicId} />
      ) : (
        <OwnOrder orderId={orderId} isFromPay={search.get("from") === "pay"} />
      )}
    </main>
  );
});

const OwnOrder = observer(function OwnOrder({ orderId, isFromPay }: { orderId: string; isFromPay: boolean }) {
  const { session } = useStores();
  // Asked once: a login that ends while the page is open is led away by the 401 rule, after its notice.
  const [isGuest] = useState(!session.isLoggedIn);
  if (isGuest) return <GuestNotice here={`/order/${encodeURIComponent(orderId)}`} />;
  // No order has such a number: asking for it would be refused, again and again.
  if (!/^[\w-]{1,64}$/.test(orderId)) return <Missing />;
  return <Order orderId={orderId} isFromPay={isFromPay} />;
});

const Order = observer(function Order({ orderId, isFromPay }: { orderId: string; isFromPay: boolean }) {
  const store = useStore(orderStore);
  const refresh = useCallback(() => {
    store.open(orderId).catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading an order failed", error);
    });
  }, [store, orderId]);
  const follow = useCallback(
    (changedId: string | null) => {
      if (changedId === null || changedId === orderId) refresh();
    },
    [refresh, orderId],
  );
  useEffect(refresh, [refresh]);
  const isFollowed = useLiveOrders(follow);
  // A change that was heard while its answer got lost would never be told again.
  usePolling(refresh, store.isLive && (!isFollowed || store.detail.status === "failed"));
  const order = store.orderId === orderId ? store.detail.value : undefined;
  if (order !== undefined) {
    return (
      <>
        <AgeNote kept={store.kept} onRenew={refresh} />
        <OrderDetailPageBody key={orderId} order={order} isFromPay={isFromPay} onRefresh={refresh} />
      </>
    );
  }
  // Stays while it is asked for again and again: a number may be being bound meanwhile.
  if (store.orderId === orderId && store.isMissing) return <Missing onBound={refresh} />;
  if (store.detail.status !== "failed") return <Skeleton rows={4} className={styles.skeleton} />;
  return <FailedState text={words.failed} onRetry={refresh} />;
});

/** `onBound`: the order may be one of the customer's other account. */
function Missing({ onBound }: { onBound?: () => void }) {
  const navigate = useNavigate();
  const action = { text: words.toOrders, onPress: () => navigate("/orders", { replace: true }) };
  return (
    <>
      <EmptyState drawing="order" text={words.missing} action={action} />
      {onBound !== undefined && <BindPhoneOffer onBound={onBound} />}
    </>
  );
}
