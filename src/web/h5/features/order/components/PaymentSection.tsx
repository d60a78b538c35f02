import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { OrderDetail } from "#contract/order/schema.ts";
import { isWechat } from "#web/bridge/environment.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useCopyToClipboard } from "../../../app/useCopyToClipboard.ts";
import { useOnResume } from "../../../app/useOnResume.ts";
import { useStore, useStores } from "../../../app/useStores.ts";
import { takeWechatAuthResult } from "../../auth/WechatAuthSession.ts";
import { MiniProgramPayNotice } from "../../payment/components/MiniProgramPayNotice.tsx";
import { OpenInBrowserNotice } from "../../payment/components/OpenInBrowserNotice.tsx";
import { PaymentNotice, PaymentOutcomeQuestion } from "../../payment/components/PaymentNotice.tsx";
import { paymentMessages } from "../../payment/messages.ts";
import { paymentStore } from "../../payment/PaymentStore.ts";
import { consumePaymentReturn } from "../../payment/paymentRedirect.ts";
import type { PaymentFailure } from "../../payment/paymentTypes.ts";
import { findPaymentBreakdown } from "../../payment/usePaymentBreakdown.ts";
import { useWechatPayMode } from "../../payment/useWechatPayMode.ts";
import { usePayOrder } from "../useOrderActions.ts";

const messages = paymentMessages;

interface PaymentSectionProps {
  order: OrderDetail;
  /** True when the customer returns from the provider's page. */
  isPaymentReturn: boolean;
  onRefresh: () => void;
}

/** Checks whether the money arrived after the customer returns from paying, and shows the status. */
export const PaymentSection = observer(function PaymentSection(props: PaymentSectionProps) {
  const { order, isPaymentReturn, onRefresh } = props;
  const payment = useStore(paymentStore);
  const pay = usePayOrder();
  const confirmPayment = useConfirmPayment(order.order_id, onRefresh);
  const root = useStores();
  const wechatPayMode = useWechatPayMode();
  const copy = useCopyToClipboard(messages.miniProgram);
  useConfirmOnReturn(order.order_id, isPaymentReturn);
  useResumePayment(order);
  const { failure: failed, confirmingId } = payment;
  const state = payment.state?.order_id === order.order_id ? payment.state : null;
  const hasChanged = state !== null && state.pay_status !== "pending" && state.status !== order.status;
  useEffect(() => {
    if (hasChanged) onRefresh();
  }, [hasChanged, onRefresh]);
  if (order.status !== "pending_payment") return null;
  const failure = failed?.orderId === order.order_id ? failed : null;
  const breakdown = findPaymentBreakdown(root, order);
  const needsSheet = breakdown?.method === "wechat" && breakdown.dueFen !== 0;
  const needsLink =
    wechatPayMode === "link" || (wechatPayMode === "page" && failure?.reason === "unsupported");
  if (needsSheet && needsLink) return <MiniProgramPayNotice link={orderLink(order.order_id)} onCopy={copy} />;
  const isConfirming = confirmingId === order.order_id;
  const isUntried = state === null && !isConfirming && (failure === null || failure.reason === "unsupported");
  if (needsSheet && wechatPayMode === "elsewhere" && isUntried)
    return <MiniProgramPayNotice link={orderLink(order.order_id)} onCopy={copy} isElsewhere />;
  if (failure?.reason === "unsupported" && isWechat(navigator.userAgent)) return <OpenInBrowserNotice />;
  // The link stays after a failed try: it is the way that is left.
  const elsewhere = needsSheet && wechatPayMode === "elsewhere" && !isConfirming && (
    <MiniProgramPayNotice link={orderLink(order.order_id)} onCopy={copy} isElsewhere />
  );
  const undecided = state?.pay_status === "pending" ? messages.pending : null;
  if (!isConfirming && (failure?.reason === "returned" || failure?.reason === "unknown"))
    return (
      <>
        <PaymentOutcomeQuestion
          text={messages[failure.reason]}
          onPaid={confirmPayment}
          onPayAgain={() => void pay(order)}
        />
        {elsewhere}
      </>
    );
  return (
    <>
      <PaymentNotice
        isConfirming={isConfirming}
        text={failure === null ? undecided : failureText(failure)}
        {...(failure?.reason === "cancelled" ? {} : { onRefresh: confirmPayment })}
      />
      {elsewhere}
    </>
  );
});

/** Checks the payment at once whenever the customer returns from it, by any route. */
function useConfirmOnReturn(orderId: string, isPaymentReturn: boolean): void {
  const payment = useStore(paymentStore);
  const navigate = useNavigate();
  const check = useCallback(() => {
    payment.clearStarting();
    if (consumePaymentReturn(orderId, { isTold: true })) void payment.confirmReturn(orderId);
    else void payment.confirmSheet(orderId);
  }, [payment, orderId]);
  useEffect(() => {
    if (consumePaymentReturn(orderId) || isPaymentReturn) void payment.confirmReturn(orderId);
    // The mark is spent: reloading or sharing the page must not check again.
    if (isPaymentReturn) navigate(`/order/${encodeURIComponent(orderId)}`, { replace: true });
  }, [isPaymentReturn, payment, navigate, orderId]);
  useOnResume(check);
}

/**
 * Returns the function that checks the payment; the order is refetched as soon as it is decided, and leaving
 * stops the check.
 */
function useConfirmPayment(orderId: string, onRefresh: () => void): () => void {
  const payment = useStore(paymentStore);
  useEffect(() => payment.stopConfirm, [payment]);
  return useCallback(() => {
    // Lost requests are expected: the store retries by itself.
    payment.confirm(orderId).then(onRefresh, onRefresh);
  }, [payment, orderId, onRefresh]);
}

/** Resumes a payment that left for WeChat's authorization page, once, after the return. */
function useResumePayment(order: OrderDetail): void {
  const root = useStores();
  const first = useRef(order);
  useEffect(() => {
    const outcome = takeWechatAuthResult("payer");
    if (outcome === null) return;
    const payment = root.get(paymentStore);
    const { order_id: orderId } = first.current;
    if (outcome !== "done") return payment.setUnsupported(orderId);
    const { points } = findPaymentBreakdown(root, first.current) ?? { points: 0 };
    payment
      .start(orderId, { method: "wechat", points, isReturn: true })
      .catch((error: unknown) => logError("resuming a payment failed", error));
  }, [root]);
}

/** Returns the link that can be paid by WeChat's sheet when opened in WeChat's own browser. */
function orderLink(orderId: string): string {
  return `${window.location.origin}/order/${encodeURIComponent(orderId)}`;
}

function failureText({ reason, error }: PaymentFailure): string {
  if (reason === "error") return toErrorMessage(error, messages.failed);
  return messages[reason === "failed" ? "sheetFailed" : reason];
}
