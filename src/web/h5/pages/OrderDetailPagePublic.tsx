import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { PublicOrder } from "#contract/order/public.schema.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Price } from "#web/shared/ui/Price.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { Card, CardRow } from "../features/order/Card.tsx";
import { OrderActions } from "../features/order/OrderActions.tsx";
import { PublicDishes } from "../features/order/PublicDishes.tsx";
import { PublicHeadline } from "../features/order/PublicHeadline.tsx";
import { publicPauseMs } from "../features/order/publicPause.ts";
import { StoreWay } from "../features/order/StoreWay.tsx";
import { orderMessages } from "../orderMessages.ts";
import { publicOrderStore } from "../stores/PublicOrderStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./OrderDetailPage.module.css";
import { useReturn } from "./useReturn.ts";
import { useStoreWay } from "./useStoreWay.ts";

const words = orderMessages.shared;

/** What everybody may see of an order, kept up to date by asking now and then. */
export const OrderDetailPagePublic = observer(function OrderDetailPagePublic({
  publicId,
}: {
  publicId: string;
}) {
  const store = useStore(publicOrderStore);
  const navigate = useNavigate();
  const refresh = useCallback(() => {
    store.open(publicId).catch((error: unknown) => {
      if (!isAborted(error) && !store.isMissing) logFailure("loading a shared order failed", error);
    });
  }, [store, publicId]);
  useEffect(refresh, [refresh]);
  const { isMissing, waitS, order } = store;
  useAsking(refresh, !isMissing && store.isLive, waitS);
  if (isMissing) {
    const action = { text: words.toHome, onPress: () => navigate("/", { replace: true }) };
    return <EmptyState drawing="order" text={words.missing} action={action} />;
  }
  const shown = store.publicId === publicId ? order.value : undefined;
  if (shown === undefined) {
    if (waitS > 0) return <EmptyState drawing="soon" text={words.busy(waitS)} />;
    if (order.status === "failed") return <FailedState text={words.failed} onRetry={refresh} />;
    return <Skeleton rows={4} className={styles.skeleton} />;
  }
  return (
    <>
      <PublicHeadline order={shown} note={waitS > 0 ? words.busy(waitS) : ""} />
      <Facts order={shown} />
      <div className={styles.bar}>
        <OrderActions actions={["contact_service"]} onAction={() => navigate("/customer-service")} />
      </div>
    </>
  );
});

function Facts({ order }: { order: PublicOrder }) {
  const showWay = useStoreWay(order.restaurant);
  const receiver = [order.name, order.phone].filter((text) => text !== "").join(" ");
  return (
    <>
      <Card title={orderMessages.order.items}>
        <PublicDishes items={order.items} />
        <CardRow label={words.total}>
          <Price fen={order.total_amount} size="small" />
        </CardRow>
      </Card>
      <StoreWay restaurant={order.restaurant} onWay={showWay} />
      {(receiver !== "" || order.address !== "") && (
        <Card title={words.receiver}>
          {order.address !== "" && <p>{order.address}</p>}
          <p>{receiver}</p>
        </Card>
      )}
    </>
  );
}

/** Asks again and again while the page is seen, see `publicPauseMs`, and on return. */
function useAsking(ask: () => void, isOn: boolean, waitS: number): void {
  useReturn(ask);
  const [openedAt] = useState(() => performance.now());
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      timer = setTimeout(
        () => {
          if (document.visibilityState === "visible") ask();
          plan();
        },
        publicPauseMs(performance.now() - openedAt, waitS),
      );
    };
    plan();
    return () => clearTimeout(timer);
  }, [ask, isOn, waitS, openedAt]);
}
