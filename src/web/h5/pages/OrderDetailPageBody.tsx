import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { success, toast } from "#web/shared/notify.ts";
import { AmountLines } from "../features/order/AmountLines.tsx";
import { CancelSheet } from "../features/order/CancelSheet.tsx";
import { Card } from "../features/order/Card.tsx";
import { OrderActions } from "../features/order/OrderActions.tsx";
import { OrderHeadline } from "../features/order/OrderHeadline.tsx";
import { OrderInfo } from "../features/order/OrderInfo.tsx";
import { OrderLines } from "../features/order/OrderLines.tsx";
import { OrderTimeline } from "../features/order/OrderTimeline.tsx";
import { PickupCode } from "../features/order/PickupCode.tsx";
import { RefundCard } from "../features/order/RefundCard.tsx";
import { StoreWay } from "../features/order/StoreWay.tsx";
import { sayCodeHint } from "../features/order/sayNext.ts";
import { orderMessages } from "../orderMessages.ts";
import { orderStore } from "../stores/OrderStore.ts";
import { payChoiceStore, withPlan } from "../stores/PayChoiceStore.ts";
import { paymentStore } from "../stores/PaymentStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./OrderDetailPage.module.css";
import { OrderDetailPagePayment } from "./OrderDetailPagePayment.tsx";
import { OrderDetailPageRefund } from "./OrderDetailPageRefund.tsx";
import { PayChoiceCards } from "./PayChoiceCards.tsx";
import { useCopying } from "./useCopying.ts";
import { useOrderActions } from "./useOrderActions.ts";
import { usePayPlan } from "./usePayPlan.ts";
import { useStoreWay } from "./useStoreWay.ts";

const words = orderMessages.order;

interface BodyProps {
  order: OrderDetail;
  isFromPay: boolean;
  onRefresh: () => void;
}

/** The order as it stands, with what can be done about it. */
export const OrderDetailPageBody = observer(function OrderDetailPageBody({
  order,
  isFromPay,
  onRefresh,
}: BodyProps) {
  const store = useStore(orderStore);
  const payment = useStore(paymentStore);
  const [isCancelOpen, setIsCancelOpen] = useState(false);
  const { state } = useLocation();
  const [isRefundOpen, setIsRefundOpen] = useState(isRecord(state) && state.asksRefund === true);
  const act = useOrderActions({
    onCancel: () => setIsCancelOpen(true),
    onRefund: () => setIsRefundOpen(true),
  });
  const showWay = useStoreWay(order.restaurant);
  const copy = useCopying(words);
  const choices = useStore(payChoiceStore);
  const isUnpaid = order.actions.includes("pay");
  const choice = choices.of(order);
  const plan = usePayPlan(choice, order.points_offer, order.total_amount);
  const cancel = async (reason: number) => {
    try {
      await store.cancel(reason);
      success(orderMessages.cancel.done);
    } catch (error) {
      // Somebody was faster: the page shows what is, and that says it all.
      const isOutdated = error instanceof ApiError && error.failure === "invalid_state";
      if (!isOutdated) toast(messageOf(error, orderMessages.cancel.failed));
      onRefresh();
    }
    setIsCancelOpen(false);
  };
  // Who fetches the meal wants to know where first of all.
  const isBrought = order.order_type === "takeaway";
  const where = <StoreWay restaurant={order.restaurant} onWay={showWay} />;
  return (
    <>
      <OrderHeadline order={order} receivedAt={store.receivedAt} onExpired={onRefresh} />
      <OrderDetailPagePayment order={order} isFromPay={isFromPay} onRefresh={onRefresh} />
      {isUnpaid && (
        <PayChoiceCards
          choice={choice}
          plan={plan}
          offer={order.points_offer}
          onChoose={(next) => choices.choose(order.order_id, next)}
        />
      )}
      {!isBrought && order.pickup_code !== null && (
        <PickupCode
          code={order.pickup_code}
          link={publicLink(order.third_party_order_id)}
          hint={sayCodeHint(order)}
        />
      )}
      {!isBrought && where}
      <RefundCard refund_request={order.refund_request} refunds={order.refunds} />
      <Card title={words.items}>
        <OrderLines lines={order.lines.map(lineOf)} />
        <AmountLines amounts={isUnpaid ? withPlan(order, plan) : order} hasDelivery={isBrought} />
      </Card>
      {isBrought && where}
      <OrderTimeline entries={order.timeline} />
      <OrderInfo order={order} onCopy={copy} />
      {order.actions.length > 0 && (
        <div className={styles.bar}>
          <OrderActions
            actions={order.actions}
            busy={payment.startingId === order.order_id ? "pay" : null}
            onAction={(action) => act(action, order)}
          />
        </div>
      )}
      <CancelSheet
        open={isCancelOpen}
        isBusy={store.isCancelling}
        onClose={() => setIsCancelOpen(false)}
        onConfirm={cancel}
      />
      {order.actions.includes("apply_refund") && (
        <OrderDetailPageRefund
          orderId={order.order_id}
          open={isRefundOpen}
          onClose={() => setIsRefundOpen(false)}
          onDone={onRefresh}
        />
      )}
    </>
  );
});

/** Whoever reads it off the screen, at the counter or a friend who fetches the meal, sees the order's public page. */
function publicLink(publicId: string): string {
  return `${window.location.origin}/order-detail?third_party_order_id=${encodeURIComponent(publicId)}`;
}

function lineOf(line: OrderDetail["lines"][number]) {
  return {
    id: line.id,
    name: line.name,
    specName: line.spec_name,
    image: line.image,
    quantity: line.quantity,
    amountFen: line.amount,
    originalFen: line.original_price * line.quantity,
    ...(line.refunded_quantity > 0 ? { note: words.refundedOf(line.refunded_quantity) } : {}),
  };
}
