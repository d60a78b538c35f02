import { observer } from "mobx-react-lite";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { logError } from "#web/lib/logError.ts";
import { useIsMounted } from "#web/lib/routing/useIsMounted.ts";
import { BottomBar } from "#web/ui/BottomBar/BottomBar.tsx";
import { success, toast } from "#web/ui/notify.ts";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useStore } from "../../../app/useStores.ts";
import { PaymentOptions } from "../../payment/components/PaymentOptions.tsx";
import { paymentOptionsStore, withBreakdown } from "../../payment/PaymentOptionsStore.ts";
import { type PaymentStore, paymentStore } from "../../payment/PaymentStore.ts";
import { usePaymentBreakdown } from "../../payment/usePaymentBreakdown.ts";
import { orderMessages } from "../messages.ts";
import styles from "../OrderDetailPage.module.css";
import { orderStore } from "../OrderStore.ts";
import { useOrderActions } from "../useOrderActions.ts";
import { CancelSheet } from "./CancelSheet.tsx";
import { OrderActions } from "./OrderActions.tsx";
import { OrderFacts } from "./OrderFacts.tsx";
import { OrderStatusHeader } from "./OrderStatusHeader.tsx";
import { PaymentSection } from "./PaymentSection.tsx";
import { RefundRequestSection } from "./RefundRequestSection.tsx";

/** The row is an extra: an order without its code is shown all the same. */
const InvoiceRow = lazy(() =>
  import("../../invoice/components/InvoiceRow.tsx").then(
    (m): { default: ComponentType<{ orderId: string }> } => ({ default: m.InvoiceRow }),
    (error: unknown) => {
      logError("loading the row of an order's invoice failed", error);
      return { default: () => null };
    },
  ),
);

interface OrderDetailViewProps {
  order: OrderDetail;
  isPaymentReturn: boolean;
  onRefresh: () => void;
}

/** Order details with the available actions. */
export const OrderDetailView = observer(function OrderDetailView({
  order,
  isPaymentReturn,
  onRefresh,
}: OrderDetailViewProps) {
  const store = useStore(orderStore);
  const payment = useStore(paymentStore);
  const isMounted = useIsMounted();
  const [isCancelOpen, setIsCancelOpen] = useState(false);
  const { state } = useLocation();
  const [isRefundOpen, setIsRefundOpen] = useState(isRecord(state) && state.asksRefund === true);
  const runOrderAction = useOrderActions({
    onCancel: () => setIsCancelOpen(true),
    onRefund: () => setIsRefundOpen(true),
  });
  const paymentOptions = useStore(paymentOptionsStore);
  const isUnpaid = order.actions.includes("pay");
  const isConfirmingPayment = isUnpaid && (isPaymentReturn || isPaymentPending(payment, order));
  const choice = paymentOptions.choiceFor(order);
  const breakdown = usePaymentBreakdown(choice, order.points_offer, order.total_amount);
  const cancel = async (reason: number) => {
    try {
      await store.cancel(reason);
      success(orderMessages.cancel.done);
    } catch (error) {
      // The order has changed meanwhile: the page shows its new state, so no message is needed.
      const isOutdated = error instanceof ApiError && error.code === "invalid_state";
      if (!isOutdated) toast(toErrorMessage(error, orderMessages.cancel.failed));
      onRefresh();
    }
    setIsCancelOpen(false);
  };
  return (
    <>
      <OrderStatusHeader order={order} receivedAt={store.receivedAt} onExpired={onRefresh} />
      <PaymentSection order={order} isPaymentReturn={isPaymentReturn} onRefresh={onRefresh} />
      {isUnpaid && !isConfirmingPayment && (
        <PaymentOptions
          choice={choice}
          breakdown={breakdown}
          offer={order.points_offer}
          onChoose={(next) => paymentOptions.choose(order.order_id, next)}
        />
      )}
      {isConfirmingPayment ? (
        <Skeleton rows={4} className={styles.skeleton} />
      ) : (
        <OrderFacts
          order={order}
          amounts={isUnpaid ? withBreakdown(order, breakdown) : order}
          onContact={() => runOrderAction("contact_service", order)}
        />
      )}
      {isMounted && order.status === "completed" && order.paid_amount > 0 && (
        <Suspense fallback={null}>
          <InvoiceRow orderId={order.order_id} />
        </Suspense>
      )}
      {order.actions.length > 0 && (
        <BottomBar>
          <OrderActions
            actions={order.actions}
            busy={payment.startingId === order.order_id ? "pay" : null}
            onAction={(action) => runOrderAction(action, order)}
          />
        </BottomBar>
      )}
      <CancelSheet
        open={isCancelOpen}
        isBusy={store.isCancelling}
        onClose={() => setIsCancelOpen(false)}
        onConfirm={cancel}
      />
      {order.actions.includes("apply_refund") && (
        <RefundRequestSection
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
 * Returns whether a payment of the order is being checked, or was decided and the order is not refetched yet.
 * The content below would change and move right after.
 */
function isPaymentPending({ confirmingId, state }: PaymentStore, order: OrderDetail): boolean {
  if (confirmingId === order.order_id) return true;
  return (
    state?.order_id === order.order_id && state.pay_status !== "pending" && state.status !== order.status
  );
}
