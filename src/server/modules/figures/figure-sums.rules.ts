import type { FigureSums } from "#contract/staff/figures/schema.ts";

/** Sums of a range in which nothing happened. */
export const noSums: FigureSums = {
  orders: 0,
  sales: 0,
  wechat_orders: 0,
  wechat: 0,
  card_orders: 0,
  card: 0,
  voucher_orders: 0,
  points_orders: 0,
  points_used: 0,
  points_earned: 0,
  first_orders: 0,
  accepted_orders: 0,
  accept_seconds: 0,
  ready_orders: 0,
  ready_seconds: 0,
  cancelled_unpaid: 0,
  cancelled_paid: 0,
  voucher_returns: 0,
  refunds: 0,
  wechat_refund: 0,
  card_refund: 0,
  other_refund: 0,
  points_returned: 0,
  points_reversed: 0,
  late: 0,
  late_refund: 0,
  late_other_refund: 0,
};

const names = Object.keys(noSums) as (keyof FigureSums)[];

/** Adds up sums, of which there may be none. */
export function addSums(list: readonly FigureSums[]): FigureSums {
  const total = { ...noSums };
  for (const sums of list) for (const name of names) total[name] += sums[name];
  return total;
}

/** Returns money received less money refunded, without payments that came too late. */
export function netOf(sums: FigureSums): number {
  return sums.wechat + sums.card - refundOf(sums);
}

/** Returns the money refunded for sales. */
export function refundOf(sums: FigureSums): number {
  return sums.wechat_refund + sums.card_refund + sums.other_refund;
}
