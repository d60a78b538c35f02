import { useCallback, useEffect, useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError, isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { confirm, success } from "#web/shared/notify.ts";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { deskStore } from "../stores/DeskStore.ts";
import type { RefundForm, RefundSum } from "../stores/RefundForm.ts";

const words = customerMessages.refund;
const typingMs = 250;

/** The way of a refund: the server's preview while the form is filled in, the question, the money, and everything anew. */
export function useRefunding(order: OrderDetail): { problem: string; submit: () => Promise<void> } {
  const desk = useAdminStore(deskStore);
  const { refund } = desk;
  const [problem, setProblem] = useState("");
  const { previewKey, orderId } = refund;
  const isOver = !isRefundable(order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what went back meanwhile changes the sum
  useEffect(() => {
    setProblem("");
    if (previewKey === "" || orderId === "" || isOver) return;
    const timer = setTimeout(() => void preview(refund), typingMs);
    return () => clearTimeout(timer);
  }, [refund, previewKey, orderId, isOver, order.refunds.length]);
  const submit = useCallback(async () => {
    const sum = refund.preview.value;
    if (sum === undefined || !(await confirm(questionOf(order, sum, refund.reason)))) return;
    setProblem("");
    try {
      success(words.done(sumText(await refund.submit())));
    } catch (error) {
      if (isAborted(error)) return;
      const isUncertain = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      setProblem(
        isUncertain ? `${messageOf(error, words.failed)} ${words.uncertain}` : messageOf(error, words.failed),
      );
    }
    await desk.refresh();
  }, [desk, refund, order]);
  return { problem, submit };
}

/** Whether anything is left that could go back; what is on its way, or failed and waits for a person, is reserved. */
export function isRefundable(order: OrderDetail): boolean {
  if (order.paid_at === null || order.refund_status === "refunded") return false;
  const { refunds } = order;
  const money = order.paid_amount - refunds.reduce((sum, one) => sum + one.money, 0);
  const points = order.points_used - refunds.reduce((sum, one) => sum + one.points, 0);
  return money > 0 || points > 0;
}

/** A wish that the server refuses is said beside the sum; nobody else needs to hear of it. */
async function preview(refund: RefundForm): Promise<void> {
  try {
    await refund.loadPreview();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!isRefused && !isAborted(error)) logFailure("the preview of a refund failed", error);
  }
}

/** Money and points as one says them: `¥12.00 + 300 积分`. */
export function sumText({ money, points }: RefundSum): string {
  return points > 0 ? `${formatYuan(money)} + ${words.points(points)}` : formatYuan(money);
}

function questionOf(order: OrderDetail, sum: RefundSum, reason: string) {
  return {
    title: words.askTitle(sumText(sum)),
    message: words.askText(order.order_no, reason),
    confirmText: words.askConfirm,
  };
}
