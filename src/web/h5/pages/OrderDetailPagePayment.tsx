import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { OrderDetail } from "#contract/order/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { MiniProgramPay } from "../features/payment/MiniProgramPay.tsx";
import { OpenInBrowser } from "../features/payment/OpenInBrowser.tsx";
import { PayNotice, PayQuestion } from "../features/payment/PayNotice.tsx";
import { takePaymentTrip } from "../features/payment/paymentTrip.ts";
import { takeOutcome } from "../features/user/WechatTrip.ts";
import { orderingMessages } from "../orderingMessages.ts";
import { paymentStore } from "../stores/PaymentStore.ts";
import type { PayFailure } from "../stores/paymentTypes.ts";
import { useStore, useStores } from "../useStores.ts";
import { useCopying } from "./useCopying.ts";
import { usePaying } from "./useOrderActions.ts";
import { planFor } from "./usePayPlan.ts";
import { useReturn } from "./useReturn.ts";
import { useWechatPayWay } from "./useWechatPayWay.ts";

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
  const pay = usePaying();
  const ask = useAsking(order.order_id, onRefresh);
  const root = useStores();
  const wechatWay = useWechatPayWay();
  const copy = useCopying(words.miniProgram);
  useComingBack(order.order_id, isFromPay);
  useResuming(order);
  const { failed, confirmingId } = payment;
  const state = payment.state?.order_id === order.order_id ? payment.state : null;
  const isNews = state !== null && state.pay_status !== "pending" && state.status !== order.status;
  useEffect(() => {
    if (isNews) onRefresh();
  }, [isNews, onRefresh]);
  if (order.status !== "pending_payment") return null;
  const failure = failed?.orderId === order.order_id ? failed : null;
  const plan = planFor(root, order);
  const needsSheet = plan?.method === "wechat" && plan.dueFen !== 0;
  const isStuck = wechatWay === "link" || (wechatWay === "page" && failure?.reason === "unsupported");
  if (needsSheet && isStuck) return <MiniProgramPay link={orderLink(order.order_id)} onCopy={copy} />;
  if (failure?.reason === "unsupported" && isWechat(navigator.userAgent)) return <OpenInBrowser />;
  const undecided = state?.pay_status === "pending" ? words.undecided : null;
  const isConfirming = confirmingId === order.order_id;
  if (!isConfirming && (failure?.reason === "returned" || failure?.reason === "unknown"))
    return <PayQuestion text={words[failure.reason]} onPaid={ask} onPayAgain={() => void pay(order)} />;
  return (
    <PayNotice
      isConfirming={isConfirming}
      text={failure === null ? undecided : failureText(failure)}
      {...(failure?.reason === "cancelled" ? {} : { onRefresh: ask })}
    />
  );
});

/** Asks at once how a payment ended whenever the customer comes back from it, by whichever way. */
function useComingBack(orderId: string, isFromPay: boolean): void {
  const payment = useStore(paymentStore);
  const navigate = useNavigate();
  const look = useCallback(() => {
    payment.endStart();
    if (takePaymentTrip(orderId, { isTold: true })) void payment.confirmReturn(orderId);
    else void payment.confirmSheet(orderId);
  }, [payment, orderId]);
  useEffect(() => {
    if (takePaymentTrip(orderId) || isFromPay) void payment.confirmReturn(orderId);
    // The mark is spent: reloading or sharing the page must not ask again.
    if (isFromPay) navigate(`/order/${encodeURIComponent(orderId)}`, { replace: true });
  }, [isFromPay, payment, navigate, orderId]);
  useReturn(look);
}

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
    const outcome = takeOutcome("payer");
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

/** Opened in WeChat's own browser, the order can be paid by its sheet. */
function orderLink(orderId: string): string {
  return `${window.location.origin}/order/${encodeURIComponent(orderId)}`;
}

function failureText({ reason, error }: PayFailure): string {
  if (reason === "error") return messageOf(error, words.failed);
  return words[reason === "failed" ? "sheetFailed" : reason];
}
