import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { PublicOrder } from "#contract/order/public.schema.ts";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { brandName } from "#web/lib/brandName.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDateTime, formatLocalTime } from "#web/lib/time/formatTime.ts";
import { useHasPassed } from "#web/lib/time/useHasPassed.ts";
import { BottomBar } from "#web/ui/BottomBar/BottomBar.tsx";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Price } from "#web/ui/Price/Price.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useOnResume } from "../../../app/useOnResume.ts";
import { useStore } from "../../../app/useStores.ts";
import { formatLateness, promisedAtMs } from "../lateness.ts";
import { orderMessages } from "../messages.ts";
import { nextStepText, pickupCodeHint } from "../nextStepText.ts";
import styles from "../OrderDetailPage.module.css";
import { publicOrderStore } from "../PublicOrderStore.ts";
import { publicPollIntervalMs } from "../publicPollInterval.ts";
import { useOpenMap } from "../useOpenMap.ts";
import { OrderActions } from "./OrderActions.tsx";
import { OrderLineList } from "./OrderLineList.tsx";
import headerStyles from "./OrderStatusHeader.module.css";
import { StatusHeader } from "./OrderStatusHeader.tsx";
import { PickupCode } from "./PickupCode.tsx";
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
    const action = { text: messages.toHome(brandName()), onPress: () => navigate("/", { replace: true }) };
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
      <PublicOrderStatus order={shownOrder} waitS={waitS} />
      <PublicOrderFacts order={shownOrder} />
      <BottomBar>
        <OrderActions actions={["contact_service"]} onAction={() => navigate("/customer-service")} />
      </BottomBar>
    </>
  );
});

/** Order status for recipients of its link, who may be asked to wait `waitS` seconds for a newer one. */
function PublicOrderStatus({ order, waitS }: { order: PublicOrder; waitS: number }) {
  const { status, booking_time: booked, order_type: type, table_no: table } = order;
  const { booked: bookedText, table: tableText } = orderMessages.order;
  const hasPassed = useHasPassed(promisedAtMs(order));
  const late = formatLateness(order, hasPassed);
  const isOver = status === "completed" || status === "cancelled";
  const isAwaited = booked !== null && !isOver && late === "" && !hasPassed;
  const facts = [
    orderMessages.history.types[type],
    table === null ? "" : tableText(table),
    late,
    isAwaited ? bookedText[type === "takeaway" ? "takeaway" : "store"](formatLocalTime(booked)) : "",
  ];
  return (
    <StatusHeader order={order} next={nextStepText(order)} facts={facts.filter(Boolean)}>
      <p className={headerStyles.quiet} role="status">
        {waitS > 0 ? messages.busy(waitS) : messages.since(formatDateTime(order.created_at), !isOver)}
      </p>
    </StatusHeader>
  );
}

function PublicOrderFacts({ order }: { order: PublicOrder }) {
  const openMap = useOpenMap(order.restaurant);
  const receiver = [order.name, order.phone].filter((text) => text !== "").join(" ");
  return (
    <>
      {order.pickup_code !== null && (
        <PickupCode
          code={order.pickup_code}
          publicId={order.third_party_order_id}
          hint={pickupCodeHint(order)}
        />
      )}
      <Card title={orderMessages.order.items}>
        <OrderLineList lines={order.items.map(toLine)} />
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

function toLine({ name, spec_name: specName, image, quantity }: PublicOrder["items"][number]) {
  return { id: `${name}${specName ?? ""}`, name, specName, image, quantity };
}
