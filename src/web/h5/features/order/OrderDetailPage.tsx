import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { matchPath, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { StaleNotice } from "#web/ui/StaleNotice/StaleNotice.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { usePolling } from "../../app/usePolling.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { LoginPrompt } from "../auth/components/LoginPrompt.tsx";
import { BindPhonePrompt } from "../profile/components/BindPhonePrompt.tsx";
import { OrderDetailView } from "./components/OrderDetailView.tsx";
import { PublicOrderSection } from "./components/PublicOrderSection.tsx";
import { orderMessages } from "./messages.ts";
import styles from "./OrderDetailPage.module.css";
import { orderStore } from "./OrderStore.ts";
import { useOrderEvents } from "./useOrderEvents.ts";

const messages = orderMessages.order;

/** One order: the customer's own by its id, or the public view by the number on its link. */
export const OrderDetailPage = Object.assign(observer(OrderPage), {
  prepare: (root: RootStore, _search: string, pathname: string) =>
    root.get(orderStore).prefetch(matchPath("/order/:id", pathname)?.params.id ?? ""),
});

function OrderPage() {
  const params = useParams();
  const [search] = useSearchParams();
  const publicId = search.get("third_party_order_id");
  const orderId = params.id ?? search.get("order_id") ?? search.get("id") ?? "";
  const isPublic = orderId === "" && publicId !== null;
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.orderDetail} back={isPublic ? "/" : "/orders"} />
      {isPublic ? (
        <PublicOrderSection key={publicId} publicId={publicId} />
      ) : (
        <OwnOrder orderId={orderId} isPaymentReturn={search.get("from") === "pay"} />
      )}
    </main>
  );
}

const OwnOrder = observer(function OwnOrder({
  orderId,
  isPaymentReturn,
}: {
  orderId: string;
  isPaymentReturn: boolean;
}) {
  const { session } = useStores();
  // Read once: when the login expires while the page is open, the 401 rule redirects after its notice.
  const [isGuest] = useState(!session.isLoggedIn);
  if (isGuest) return <LoginPrompt here={`/order/${encodeURIComponent(orderId)}`} />;
  // No order has such an id: a request would be refused, again and again.
  if (!/^[\w-]{1,64}$/.test(orderId)) return <OrderNotFound />;
  return <LiveOrder orderId={orderId} isPaymentReturn={isPaymentReturn} />;
});

const LiveOrder = observer(function LiveOrder({
  orderId,
  isPaymentReturn,
}: {
  orderId: string;
  isPaymentReturn: boolean;
}) {
  const store = useStore(orderStore);
  const refresh = useCallback(() => {
    store.open(orderId).catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading an order failed", error);
    });
  }, [store, orderId]);
  const onOrderChange = useCallback(
    (changedId: string | null) => {
      if (changedId === null || changedId === orderId) refresh();
    },
    [refresh, orderId],
  );
  useEffect(refresh, [refresh]);
  const isLive = useOrderEvents(onOrderChange);
  // A change received while its response got lost would not be sent again.
  usePolling(refresh, store.isLive && (!isLive || store.detail.status === "failed"));
  const order = store.orderId === orderId ? store.detail.value : undefined;
  if (order !== undefined) {
    return (
      <>
        <StaleNotice cache={store.cache} onRefresh={refresh} />
        <OrderDetailView key={orderId} order={order} isPaymentReturn={isPaymentReturn} onRefresh={refresh} />
      </>
    );
  }
  // Stays during repeated requests: a number may be being bound meanwhile.
  if (store.orderId === orderId && store.isNotFound) return <OrderNotFound onBound={refresh} />;
  if (store.detail.status !== "failed") return <Skeleton rows={4} className={styles.skeleton} />;
  return <ErrorState text={messages.failed} onRetry={refresh} />;
});

/** `onBound`: the order may belong to the customer's other account. */
function OrderNotFound({ onBound }: { onBound?: () => void }) {
  const navigate = useNavigate();
  const action = { text: messages.toOrders, onPress: () => navigate("/orders", { replace: true }) };
  return (
    <>
      <EmptyState illustration="order" text={messages.missing} action={action} />
      {onBound !== undefined && <BindPhonePrompt onBound={onBound} />}
    </>
  );
}
