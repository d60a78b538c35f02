import { randomUUID } from "node:crypto";
import type { Credentials } from "../credentials.ts";
import { formatChinaTime } from "../shared/chinaTime.ts";
import type { TimerGroup } from "../shared/TimerGroup.ts";
import type { PayBehaviour } from "./payBehaviour.ts";
import type { MerchantNotification } from "./payTypes.ts";
import { refundNotificationView, transactionView } from "./presenter.ts";
import { encryptResource, platformHeaders } from "./signing.ts";
import type { TransactionRepository } from "./TransactionRepository.ts";

const RESPONSE_TIMEOUT_MS = 5_000;

/** Pauses between retries, in ms; after the last the product has to rely on its own polling. */
export const NOTIFY_BACKOFF_MS: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 300, 600].map((s) => s * 1000);

const REFUND_SUMMARY = {
  PROCESSING: "退款处理中",
  SUCCESS: "退款成功",
  ABNORMAL: "退款异常",
  CLOSED: "退款关闭",
};

/** Dependencies of the notifier. */
export type NotifierOptions = {
  repository: TransactionRepository;
  keys: Credentials;
  timers: TimerGroup;
  behaviour: Readonly<PayBehaviour>;
  backoffMs: readonly number[];
};

/**
 * Sends notifications to the merchant: signed, encrypted, and retried until it responds with 2xx or the
 * retries are exhausted.
 */
export class Notifier {
  readonly #options: NotifierOptions;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Creates a notification, with its time and number of copies from the current switches. */
  prepare(subject: MerchantNotification["subject"], number: string, url: string): MerchantNotification {
    const { notify, notify_delay_ms, repeat } = this.#options.behaviour;
    const now = Date.now();
    return {
      id: randomUUID(),
      subject,
      number,
      url,
      createdAt: new Date(now).toISOString(),
      sendAt: new Date(now + (notify === "slow" ? notify_delay_ms : 0)).toISOString(),
      copies: notify === "lost" ? 0 : notify === "repeated" ? repeat : 1,
    };
  }

  /** Schedules a recorded notification for its time. */
  schedule(notification: MerchantNotification): void {
    if (notification.copies > 0)
      this.#options.timers.runAt(Date.parse(notification.sendAt), () => this.#deliver(notification, 0));
  }

  /** Reschedules the pending notifications of an earlier process. */
  resume(): void {
    for (const notification of this.#options.repository.pendingNotifications.values())
      this.schedule(notification);
  }

  async #deliver(notification: MerchantNotification, attempt: number): Promise<void> {
    const { repository, timers: schedule, backoffMs } = this.#options;
    const results = await Promise.all(
      Array.from({ length: notification.copies }, () => this.#send(notification)),
    );
    if (schedule.signal.aborted) return;
    const backoff = backoffMs[attempt];
    const isDelivered = results.includes(true);
    if (!isDelivered && backoff !== undefined) {
      schedule.runAt(Date.now() + backoff, () => this.#deliver(notification, attempt + 1));
      return;
    }
    const outcome = isDelivered ? "delivered" : "given-up";
    repository.append({ type: "notice-done", id: notification.id, outcome, at: new Date().toISOString() });
  }

  async #send(notification: MerchantNotification): Promise<boolean> {
    const { keys, timers: schedule } = this.#options;
    const body = JSON.stringify(this.#envelope(notification));
    try {
      const response = await fetch(notification.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...platformHeaders(body, keys) },
        body,
        redirect: "manual",
        signal: AbortSignal.any([schedule.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // An unreachable, slow or faulty merchant is expected; the next retry handles it.
      return false;
    }
  }

  #envelope(notification: MerchantNotification): object {
    const { keys } = this.#options;
    const { event, summary, type, content } = this.#describe(notification);
    return {
      id: notification.id,
      create_time: formatChinaTime(notification.createdAt),
      resource_type: "encrypt-resource",
      event_type: event,
      summary,
      resource: encryptResource(type, content, keys),
    };
  }

  #describe(notification: MerchantNotification) {
    const { repository } = this.#options;
    const refund =
      notification.subject === "refund" ? repository.refunds.get(notification.number) : undefined;
    const trade = repository.trades.get(refund?.outTradeNo ?? notification.number);
    if (!trade) throw new Error(`Notice ${notification.id} is about nothing in the book.`);
    if (!refund) {
      const content = transactionView(trade, "SUCCESS");
      return { event: "TRANSACTION.SUCCESS", summary: "支付成功", type: "transaction" as const, content };
    }
    const content = refundNotificationView(refund, trade);
    return {
      event: `REFUND.${refund.status}`,
      summary: REFUND_SUMMARY[refund.status],
      type: "refund" as const,
      content,
    };
  }
}
