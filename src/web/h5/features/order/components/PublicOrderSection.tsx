import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { PublicOrder } from "#contract/order/public.schema.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useOnResume } from "../../../app/useOnResume.ts";
import { useStore } from "../../../app/useStores.ts";
import { orderMessages } from "../messages.ts";
import styles from "../OrderDetailPage.module.css";
import { publicOrderStore } from "../PublicOrderStore.ts";
import { publicPollIntervalMs } from "../publicPollInterval.ts";
import { useOpenMap } from "../useOpenMap.ts";
import { OrderActions } from "./OrderActions.tsx";
import lineStyles from "./OrderLineList.module.css";
import { PublicOrderStatusHeader } from "./PublicOrderStatusHeader.tsx";
import { RestaurantLocation } from "./RestaurantLocation.tsx";

const messages = orderMessages.shared;

/** Public view of an order, updated by polling. */
export const PublicOrderSection = observer(function PublicOrderSection({ publicId }: { publicId: string }) {
  const store = useStore(publicOrderStore);
  const navigate = useNavigate();
  const refresh = useCallback(() => {
    store.open(publicId).catch((error: unknown) => {
      if (!isAbortError(error) && !store.isNotFound) logError("loading a shared order failed", error);
    });
  }, [store, publicId]);
  useEffect(refresh, [refresh]);
  const { isNotFound, waitS, order } = store;
  usePublicPolling(refresh, !isNotFound && store.isLive, waitS);
  if (isNotFound) {
    const action = { text: messages.toHome, onPress: () => navigate("/", { replace: true }) };
    return <EmptyState illustration="order" text={messages.missing} action={action} />;
  }
  const shownOrder = store.publicId === publicId ? order.value : undefined;
  if (shownOrder === undefined) {
    if (waitS > 0) return <EmptyState illustration="soon" text={messages.busy(waitS)} />;
    if (order.status === "failed") return <ErrorState text={messages.failed} onRetry={refresh} />;
    return <Skeleton rows={4} className={styles.skeleton} />;
  }
  return (
    <>
      <PublicOrderStatusHeader order={shownOrder} note={waitS > 0 ? messages.busy(waitS) : ""} />
      <PublicOrderFacts order={shownOrder} />
      <div className={styles.bar}>
        <OrderActions actions={["contact_service"]} onAction={() => navigate("/customer-service")} />
      </div>
    </>
  );
});

function PublicOrderFacts({ order }: { order: PublicOrder }) {
  const openMap = useOpenMap(order.restaurant);
  const receiver = [order.name, order.phone].filter((text) => text !== "").join(" ");
  return (
    <>
      <Card title={orderMessages.order.items}>
        <PublicOrderItems items={order.items} />
        <CardRow label={messages.total}>
          <Price fen={order.total_amount} size="small" />
        </CardRow>
      </Card>
      <RestaurantLocation restaurant={order.restaurant} onOpenMap={openMap} />
      {(receiver !== "" || order.address !== "") && (
        <Card title={messages.receiver}>
          {order.address !== "" && <p>{order.address}</p>}
          <p>{receiver}</p>
        </Card>
      )}
    </>
  );
}

/** Polls while the page is visible, see `publicPollIntervalMs`, and on return. */
function usePublicPolling(poll: () => void, isActive: boolean, waitS: number): void {
  useOnResume(poll);
  const [openedAt] = useState(() => performance.now());
  useEffect(() => {
    if (!isActive) return;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      timer = setTimeout(
        () => {
          if (document.visibilityState === "visible") poll();
          schedule();
        },
        publicPollIntervalMs(performance.now() - openedAt, waitS),
      );
    };
    schedule();
    return () => clearTimeout(timer);
  }, [poll, isActive, waitS, openedAt]);
}

/** Dishes of an order without prices. */
function PublicOrderItems({ items }: Pick<PublicOrder, "items">) {
  return (
    <ul>
      {items.map((item, index) => (
        <li key={`${item.name}${item.spec_name ?? ""}`} className={lineStyles.line}>
          <DishImage src={item.image} alt="" tint={index} size={56} />
          <div className={lineStyles.text}>
            <span className={lineStyles.name}>{item.name}</span>
            <span className={lineStyles.spec}>{item.spec_name}</span>
          </div>
          <span className={lineStyles.count}>×{item.quantity}</span>
        </li>
      ))}
    </ul>
  );
}
