import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { OrderDetail } from "#contract/order/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { OpenInBrowser } from "../features/payment/OpenInBrowser.tsx";
import { PayNotice } from "../features/payment/PayNotice.tsx";
import { takeOutcome } from "../features/user/WechatTrip.ts";
import { orderingMessages } from "../orderingMessages.ts";
import { type PayFailure, paymentStore } from "../stores/PaymentStore.ts";
import { useStore, useStores } from "../useStores.ts";
import { planFor } from "./usePayPlan.ts";
import { useReturn } from "./useReturn.ts";

const words = orderingMessages.pay;

interface PaymentProps {
  order: OrderDetail;
  /** The customer comes back from the provider's page. */
  isFromPay: boolean;
  onRefresh: () => void;
}

/** Asks whether the money arrived after the customer comes back from paying, and says how it stands. */
export const OrderDetailPagePayment = observer(function OrderDetailPagePayment(props: PaymentProps) {
  const { order, isFromPay, onRefresh } = props;
  const payment = useStore(paymentStore);
  const ask = useAsking(order.order_id, onRefresh);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isFromPay) return;
    ask();
    // The mark is spent: reloading or sharing the page must not ask again.
    navigate(`/order/${encodeURIComponent(order.order_id)}`, { replace: true });
  }, [isFromPay, ask, navigate, order.order_id]);
  useReturn(
    useCallback(() => {
      payment.endStart();
    }, [payment]),
  );
  useResuming(order);
  const { failed, confirmingId } = payment;
  const state = payment.state?.order_id === order.order_id ? payment.state : null;
  const isNews = state !== null && state.pay_status !== "pending" && state.status !== order.status;
  useEffect(() => {
    if (isNews) onRefresh();
  }, [isNews, onRefresh]);
  if (order.status !== "pending_payment") return null;
  const failure = failed?.orderId === order.order_id ? failed : null;
  if (failure?.reason === "unsupported" && isWechat(navigator.userAgent)) return <OpenInBrowser />;
  const undecided = state?.pay_status === "pending" ? words.undecided : null;
  return (
    <PayNotice
      isConfirming={confirmingId === order.order_id}
      text={failure === null ? undecided : failureText(failure)}
      {...(failure?.reason === "cancelled" ? {} : { onRefresh: ask })}
    />
  );
});

/** How to ask about the payment; the order is fetched again as soon as it is decided, and nobody asks after leaving. */
function useAsking(orderId: string, onRefresh: () => void): () => void {
  const payment = useStore(paymentStore);
  useEffect(() => payment.stopConfirm, [payment]);
  return useCallback(() => {
    // Lost questions are part of asking: the store tries again by itself.
    payment.confirm(orderId).then(onRefresh, onRefresh);
  }, [payment, orderId, onRefresh]);
}

/** Goes on with a payment that WeChat's page was asked for, once, when it has led back here. */
function useResuming(order: OrderDetail): void {
  const root = useStores();
  const first = useRef(order);
  useEffect(() => {
    const outcome = takeOutcome("openid");
    if (outcome === null) return;
    const payment = root.get(paymentStore);
    const { order_id: orderId } = first.current;
    if (outcome !== "done") return payment.noteNoOpenid(orderId);
    const { points } = planFor(root, first.current) ?? { points: 0 };
    payment
      .start(orderId, { method: "wechat", points, isBack: true })
      .catch((error: unknown) => logFailure("resuming a payment failed", error));
  }, [root]);
}

function failureText({ reason, error }: PayFailure): string {
  if (reason === "error") return messageOf(error, words.failed);
  return words[reason === "failed" ? "sheetFailed" : reason];
}
