import { useCallback, useEffect, useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { ApiError, isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { confirm, success } from "#web/shared/notify.ts";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import type { RefundSum } from "../stores/RefundForm.ts";

const words = customerMessages.refund;
const typingMs = 250;

/** The way of a refund: the server's preview while the form is filled in, the question, the money, and everything anew. */
export function useRefunding(order: OrderDetail): { problem: string; submit: () => Promise<void> } {
  const desk = useAdminStore(deskStore);
  const { refund } = desk;
  const [problem, setProblem] = useState("");
  const { previewKey, orderId } = refund;
  const given = order.refunded_amount + order.refunds.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what went back meanwhile changes the sum
  useEffect(() => {
    setProblem("");
    if (previewKey === "" || orderId === "") return;
    const timer = setTimeout(
      () => void quietly("the preview of a refund failed", refund.loadPreview()),
      typingMs,
    );
    return () => clearTimeout(timer);
  }, [refund, previewKey, orderId, given]);
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
