import { formatYuan } from "#contract/money.ts";
import type { FigureSums } from "#contract/staff/figures/schema.ts";
import { figuresMessages as messages } from "./figuresMessages.ts";

/** Returns money received less money refunded. */
export function netOf(sums: FigureSums): number {
  return sums.wechat + sums.card - refundOf(sums);
}

/** Returns the money refunded. */
export function refundOf(sums: FigureSums): number {
  return sums.wechat_refund + sums.card_refund + sums.other_refund;
}

/** Formats an amount; a negative one has its sign before the currency. */
export function formatAmount(fen: number): string {
  return fen < 0 ? `-${formatYuan(-fen)}` : formatYuan(fen);
}

/** Formats what an order costs on average. */
export function formatAverage(sales: number, orders: number): string {
  return orders === 0 ? messages.cards.none : formatAmount(Math.round(sales / orders));
}

/** Formats the average of waiting times in minutes. */
export function formatWait(seconds: number, orders: number): string {
  return orders === 0 ? messages.cards.none : messages.minutes((seconds / orders / 60).toFixed(1));
}

/** Formats how a figure differs from the one before. */
export function formatChange(now: number, before: number): string {
  if (now === before) return messages.change.same;
  if (before <= 0) return messages.change.new;
  const percent = `${Math.abs(((now - before) / before) * 100).toFixed(1)}%`;
  return now > before ? messages.change.up(percent) : messages.change.down(percent);
}
