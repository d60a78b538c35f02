import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { success, toast } from "#web/shared/notify.ts";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { CancelSheet } from "../features/order/CancelSheet.tsx";
import { OrderActions } from "../features/order/OrderActions.tsx";
import { OrderHeadline } from "../features/order/OrderHeadline.tsx";
import { orderMessages } from "../orderMessages.ts";
import { orderStore } from "../stores/OrderStore.ts";
import { payChoiceStore, withPlan } from "../stores/PayChoiceStore.ts";
import { type PaymentStore, paymentStore } from "../stores/PaymentStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./OrderDetailPage.module.css";
import { OrderDetailPageFacts } from "./OrderDetailPageFacts.tsx";
import { OrderDetailPagePayment } from "./OrderDetailPagePayment.tsx";
import { OrderDetailPageRefund } from "./OrderDetailPageRefund.tsx";
import { PayChoiceCards } from "./PayChoiceCards.tsx";
import { useOrderActions } from "./useOrderActions.ts";
import { usePayPlan } from "./usePayPlan.ts";

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
  const choices = useStore(payChoiceStore);
  const isUnpaid = order.actions.includes("pay");
  const isDeciding = isUnpaid && (isFromPay || isBeingDecided(payment, order));
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
  return (
    <>
      <OrderHeadline order={order} receivedAt={store.receivedAt} onExpired={onRefresh} />
      <OrderDetailPagePayment order={order} isFromPay={isFromPay} onRefresh={onRefresh} />
      {isUnpaid && !isDeciding && (
        <PayChoiceCards
          choice={choice}
          plan={plan}
          offer={order.points_offer}
          onChoose={(next) => choices.choose(order.order_id, next)}
        />
      )}
      {isDeciding ? (
        <Skeleton rows={4} className={styles.skeleton} />
      ) : (
        <OrderDetailPageFacts
          order={order}
          amounts={isUnpaid ? withPlan(order, plan) : order}
          onContact={() => act("contact_service", order)}
        />
      )}
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

/**
 * Whether a payment of the order is being asked about, or was decided and the order is not fetched anew yet. What stands
 * below would be another thing a moment later, and move.
 */
function isBeingDecided({ confirmingId, state }: PaymentStore, order: OrderDetail): boolean {
  if (confirmingId === order.order_id) return true;
  return (
    state?.order_id === order.order_id && state.pay_status !== "pending" && state.status !== order.status
  );
}
