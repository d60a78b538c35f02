import { useCallback, useEffect, useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError, isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { confirm, success } from "../../ui/notify.tsx";
import { consoleStore } from "../console/ConsoleStore.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import type { RefundFormStore, RefundTotal } from "./RefundFormStore.ts";

const messages = customerMessages.refund;
const debounceMs = 250;

/** Runs a refund: preview while the form is filled in, confirmation, submission, and reload. */
export function useRefundFlow(order: OrderDetail): { problem: string; submit: () => Promise<void> } {
  const store = useAdminStore(consoleStore);
  const { refund } = store;
  const [problem, setProblem] = useState("");
  const { previewKey, orderId } = refund;
  const isFullyRefunded = !isRefundable(order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other refunds made meanwhile change the sum
  useEffect(() => {
    setProblem("");
    if (previewKey === "" || orderId === "" || isFullyRefunded) return;
    const timer = setTimeout(() => void loadPreview(refund), debounceMs);
    return () => clearTimeout(timer);
  }, [refund, previewKey, orderId, isFullyRefunded, order.refunds.length]);
  const submit = useCallback(async () => {
    const sum = refund.preview.value;
    if (sum === undefined || !(await confirm(toConfirmOptions(order, sum, refund.reason)))) return;
    setProblem("");
    try {
      success(messages.done(formatRefundTotal(await refund.submit())));
    } catch (error) {
      if (isAbortError(error)) return;
      const isOutcomeUnknown = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      setProblem(
        isOutcomeUnknown
          ? `${toErrorMessage(error, messages.failed)} ${messages.uncertain}`
          : toErrorMessage(error, messages.failed),
      );
    }
    await store.refresh();
  }, [store, refund, order]);
  return { problem, submit };
}

/**
 * Returns whether anything is left to refund; pending refunds, and failed ones that wait for staff, are
 * reserved.
 */
export function isRefundable(order: OrderDetail): boolean {
  if (order.paid_at === null || order.refund_status === "refunded") return false;
  const { refunds } = order;
  const money = order.paid_amount - refunds.reduce((sum, one) => sum + one.money, 0);
  const points = order.points_used - refunds.reduce((sum, one) => sum + one.points, 0);
  return money > 0 || points > 0;
}

/** Loads the preview; the form shows a refusal beside the sum, so only other failures are logged. */
async function loadPreview(refund: RefundFormStore): Promise<void> {
  try {
    await refund.loadPreview();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!isRefused && !isAbortError(error)) logError("the preview of a refund failed", error);
  }
}

/** Formats money and points: `¥12.00 + 300 积分`. */
export function formatRefundTotal({ money, points }: RefundTotal): string {
  return points > 0 ? `${formatYuan(money)} + ${messages.points(points)}` : formatYuan(money);
}

function toConfirmOptions(order: OrderDetail, sum: RefundTotal, reason: string) {
  return {
    title: messages.askTitle(formatRefundTotal(sum)),
    message: messages.askText(order.order_no, reason),
    confirmText: messages.askConfirm,
  };
}
