import { randomUUID } from "node:crypto";
import type { Credentials } from "../../credentials.ts";
import { chinaTime } from "../../shared/chinaTime.ts";
import type { Schedule } from "../../shared/Schedule.ts";
import type { Book } from "./Book.ts";
import type { PayBehaviour } from "./payBehaviour.ts";
import type { Notice } from "./payTypes.ts";
import { refundNoticeView, transactionView } from "./presenter.ts";
import { platformHeaders, sealResource } from "./signing.ts";

const ANSWER_LIMIT_MS = 5_000;

/** Pauses between tries, the product's own polling has to take over after the last. */
export const NOTIFY_BACKOFF_MS: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 300, 600].map((s) => s * 1000);

const REFUND_SUMMARY = {
  PROCESSING: "退款处理中",
  SUCCESS: "退款成功",
  ABNORMAL: "退款异常",
  CLOSED: "退款关闭",
};

/** What the notifier needs from the rest of the sandbox. */
export type NotifierParts = {
  book: Book;
  keys: Credentials;
  schedule: Schedule;
  behaviour: Readonly<PayBehaviour>;
  backoffMs: readonly number[];
};

/** Tells the merchant what happened: signed, encrypted, repeated until it answers 2xx or the patience ends. */
export class Notifier {
  readonly #parts: NotifierParts;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  /** Decides, by the switches as they are now, when and how often a notification will be sent. */
  prepare(subject: Notice["subject"], number: string, url: string): Notice {
    const { notify, notify_delay_ms, repeat } = this.#parts.behaviour;
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

  /** Sends a recorded notice when its time comes. */
  schedule(notice: Notice): void {
    if (notice.copies > 0) this.#parts.schedule.at(Date.parse(notice.sendAt), () => this.#deliver(notice, 0));
  }

  /** Takes up the notices that an earlier process still owed. */
  resume(): void {
    for (const notice of this.#parts.book.pendingNotices.values()) this.schedule(notice);
  }

  async #deliver(notice: Notice, tries: number): Promise<void> {
    const { book, schedule, backoffMs } = this.#parts;
    const answers = await Promise.all(Array.from({ length: notice.copies }, () => this.#send(notice)));
    if (schedule.signal.aborted) return;
    const pause = backoffMs[tries];
    const isDelivered = answers.includes(true);
    if (!isDelivered && pause !== undefined) {
      schedule.at(Date.now() + pause, () => this.#deliver(notice, tries + 1));
      return;
    }
    const outcome = isDelivered ? "delivered" : "given-up";
    book.record({ type: "notice-done", id: notice.id, outcome, at: new Date().toISOString() });
  }

  async #send(notice: Notice): Promise<boolean> {
    const { keys, schedule } = this.#parts;
    const body = JSON.stringify(this.#envelope(notice));
    try {
      const answer = await fetch(notice.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...platformHeaders(body, keys) },
        body,
        redirect: "manual",
        signal: AbortSignal.any([schedule.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      // An unreachable, slow or broken merchant is the ordinary case that the next try is for.
      return false;
    }
  }

  #envelope(notice: Notice): object {
    const { keys } = this.#parts;
    const { event, summary, type, content } = this.#news(notice);
    return {
      id: notice.id,
      create_time: chinaTime(notice.createdAt),
      resource_type: "encrypt-resource",
      event_type: event,
      summary,
      resource: sealResource(type, content, keys),
    };
  }

  #news(notice: Notice) {
    const { book } = this.#parts;
    const refund = notice.subject === "refund" ? book.refunds.get(notice.number) : undefined;
    const trade = book.trades.get(refund?.outTradeNo ?? notice.number);
    if (!trade) throw new Error(`Notice ${notice.id} is about nothing in the book.`);
    if (!refund) {
      const content = transactionView(trade, "SUCCESS");
      return { event: "TRANSACTION.SUCCESS", summary: "支付成功", type: "transaction" as const, content };
    }
    const content = refundNoticeView(refund, trade);
    return {
      event: `REFUND.${refund.status}`,
      summary: REFUND_SUMMARY[refund.status],
      type: "refund" as const,
      content,
    };
  }
}
