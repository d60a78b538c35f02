import { day, difference, sumOf } from "./independentFigures.ts";
import type { TestApp } from "./testApp.ts";

const movements = (types: string) => `points_ledger l where l.type in (${types})`;

/** What the days of the chain must be, by column: key, value and rows, from other records where there are any. */
const wanted: Record<string, [value: string, at: string, from: string]> = {
  cards_issued: ["1", "l.created_at", "card_ledger l where l.type = 'issue'"],
  cards_value_fen: ["l.balance_after_fen", "l.created_at", "card_ledger l where l.type = 'issue'"],
  cards_bound: ["1", "c.bound_at", "cards c where c.user_id is not null and c.bound_at is not null"],
  cards_spent_fen: ["-l.delta_fen", "l.created_at", "card_ledger l where l.type in ('pay', 'refund')"],
  vouchers_issued: ["1", "v.created_at", "vouchers v"],
  vouchers_redeemed: [
    "case h.to_state when 'paid' then 1 else -1 end",
    "h.created_at",
    `order_history h join orders o on o.id = h.order_id where h.field = 'status'
      and h.to_state in ('paid', 'cancelled') and o.voucher_id is not null and o.paid_at is not null`,
  ],
  points_of_orders: ["l.delta", "l.created_at", "points_ledger l join orders o on o.id = l.order_id"],
  points_invited: ["l.delta", "l.created_at", movements("'invite'")],
  points_revoked: [
    "l.delta",
    "l.created_at",
    "points_ledger l where l.type = 'reverse' and l.reference like 'invite:%'",
  ],
  points_expired: ["l.delta", "l.created_at", movements("'expire'")],
  points_requested: ["l.delta", "l.created_at", movements("'withdraw', 'withdraw_return'")],
  points_withdrawn: [
    "(a.detail->>'points')::int",
    "a.created_at",
    "audit_log a where a.action = 'withdrawal.paid'",
  ],
};

/** Finds days of the chain that are not what the records say, and balances that are not the sum of all days. */
export async function findChainFaults(app: TestApp): Promise<unknown[]> {
  const days = Object.entries(wanted).map(([name, [value, at, from]]) =>
    difference(name, sumOf("date::text", name, "chain_figures"), sumOf(day(at), value, from)),
  );
  const total = (value: string) => sumOf("''", value, "chain_figures");
  return await app.sql(
    [
      ...days,
      difference(
        "money on cards",
        total("cards_value_fen + cards_adjusted_fen - cards_spent_fen"),
        sumOf("''", "balance_fen", "cards"),
      ),
      difference(
        "points of customers",
        total(
          "points_of_orders + points_invited + points_revoked + points_expired + points_requested + points_adjusted",
        ),
        sumOf("''", "balance", "points_accounts"),
      ),
    ].join(" union all "),
  );
}
