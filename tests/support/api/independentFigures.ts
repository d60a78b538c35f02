import type { TestApp } from "./testApp.ts";

/** SQL for the day of a time. */
export const day = (at: string) => `(${at} at time zone 'Asia/Shanghai')::date::text`;
const hour = (at: string) => `extract(hour from ${at} at time zone 'Asia/Shanghai')::int`;

/**
 * What the figures must be, from other records than those they are computed from: attempts and ledgers for the money,
 * ledgers for the points, the history for states. Each part selects restaurant, date, type, hour, name and value.
 */
const parts = `
  select o.restaurant_id, ${day("h.created_at")} as date, o.type, ${hour("h.created_at")} as hour, 'orders' as name, 1 as value
    from order_history h join orders o on o.id = h.order_id where h.field = 'status' and h.to_state = 'paid'
  union all
  select o.restaurant_id, ${day("o.paid_at")}, o.type, ${hour("o.paid_at")}, 'sales_fen',
      o.goods_fen + o.delivery_fee_fen + o.packing_fee_fen
    from orders o where o.paid_at is not null
  union all
  select o.restaurant_id, ${day("a.succeeded_at")}, o.type, ${hour("a.succeeded_at")},
      case when exists (select 1 from refunds r where r.attempt_id = a.id and r.kind = 'late') then 'late_fen' else 'wechat_fen' end,
      a.amount_fen
    from payment_attempts a join orders o on o.id = a.order_id where a.state = 'success' and a.channel in ('h5', 'jsapi', 'mini_program')
  union all
  select o.restaurant_id, ${day("l.created_at")}, o.type, ${hour("l.created_at")},
      case l.type when 'pay' then 'card_fen' else 'card_refund_fen' end, abs(l.delta_fen)
    from card_ledger l join orders o on o.id = l.order_id where l.type in ('pay', 'refund')
  union all
  select o.restaurant_id, ${day("l.created_at")}, o.type, ${hour("l.created_at")},
      case l.type when 'spend' then 'points_used' when 'earn' then 'points_earned' when 'refund' then 'points_returned'
        else 'points_reversed' end, case l.type when 'spend' then -l.delta else l.delta end
    from points_ledger l join orders o on o.id = l.order_id where l.type in ('spend', 'earn', 'refund', 'reverse')
  union all
  select o.restaurant_id, ${day("r.finished_at")}, o.type, ${hour("r.finished_at")},
      case when r.kind = 'late' then case r.state when 'success' then 'late_refund_fen' else 'late_other_refund_fen' end
        when r.state = 'settled' then 'other_refund_fen' else 'wechat_refund_fen' end, r.money_fen
    from refunds r join orders o on o.id = r.order_id join payment_attempts a on a.id = r.attempt_id
   where r.state in ('success', 'settled') and a.channel in ('h5', 'jsapi', 'mini_program')
  union all
  select o.restaurant_id, ${day("r.finished_at")}, o.type, ${hour("r.finished_at")}, 'refunds', 1
    from refunds r join orders o on o.id = r.order_id where r.state in ('success', 'settled') and r.kind <> 'late'
  union all
  select o.restaurant_id, ${day("h.created_at")}, o.type, ${hour("h.created_at")},
      case when o.paid_at is null then 'cancelled_unpaid' else 'cancelled_paid' end, 1
    from order_history h join orders o on o.id = h.order_id where h.field = 'status' and h.to_state = 'cancelled'
  union all
  select o.restaurant_id, ${day("o.paid_at")}, o.type, ${hour("o.paid_at")}, 'voucher_orders', 1
    from vouchers v join orders o on o.voucher_id = v.id where o.paid_at is not null
  union all
  select restaurant_id, ${day("paid_at")}, type, ${hour("paid_at")}, 'first_orders', 1
    from (select distinct on (user_id) * from orders where paid_at is not null order by user_id, paid_at, id) o
  union all
  select o.restaurant_id, ${day("o.paid_at")}, o.type, ${hour("o.paid_at")}, 'accept_seconds',
      floor(extract(epoch from h.created_at - o.paid_at))::int
    from order_history h join orders o on o.id = h.order_id
   where h.field = 'status' and h.to_state = 'accepted' and o.paid_at is not null
  union all
  select o.restaurant_id, ${day("o.paid_at")}, o.type, ${hour("o.paid_at")}, 'ready_seconds',
      floor(extract(epoch from h.created_at - o.paid_at))::int
    from order_history h join orders o on o.id = h.order_id
   where h.field = 'status' and h.to_state in ('ready_for_pickup', 'delivering') and o.booking_at is null`;

const compared =
  "orders sales_fen wechat_fen card_fen points_used points_earned points_returned points_reversed refunds wechat_refund_fen card_refund_fen other_refund_fen late_fen late_refund_fen late_other_refund_fen cancelled_unpaid cancelled_paid voucher_orders first_orders accept_seconds ready_seconds".split(
    " ",
  );

export interface FigureRow {
  restaurant_id: string;
  date: string;
  type: string;
  hour: number;
  name: string;
  value: number;
}

/** Reads the hours' figures that are not 0, as the records say they must be. */
export async function readIndependentFigures(app: TestApp): Promise<FigureRow[]> {
  return await app.sql<FigureRow>(
    `select restaurant_id, date, type, hour, name, sum(value)::int as value from (${parts}) p
      group by 1, 2, 3, 4, 5 having sum(value) <> 0 order by 1, 2, 3, 4, 5`,
  );
}

/** Reads the hours' figures that are not 0 as they are stored: those of restaurants, or those of the whole chain. */
export async function readStoredFigures(app: TestApp, whose: "restaurants" | "chain"): Promise<FigureRow[]> {
  const values = compared.map((name) => `('${name}', ${name})`).join(", ");
  return await app.sql<FigureRow>(
    `select restaurant_id, date::text as date, type, hour::int, v.name, v.value::int as value
       from hourly_figures cross join lateral (values ${values}) as v(name, value)
      where v.value <> 0 and (restaurant_id = '*') = $1 order by 1, 2, 3, 4, 5`,
    [whose === "chain"],
  );
}

/** SQL for keys whose stored value is not the wanted one. */
export const difference = (name: string, stored: string, wanted: string) => `
  select '${name}' as fault, coalesce(s.key, w.key) as key, s.value as stored, w.value as wanted
    from (${stored}) s full join (${wanted}) w on w.key = s.key where coalesce(s.value, 0) <> coalesce(w.value, 0)`;

/** SQL for sums by key. */
export const sumOf = (key: string, value: string, from: string) =>
  `select ${key} as key, sum(${value}) as value from ${from} group by 1`;

/** Finds figures that are not the sum of others or of the records: dishes, reasons, months and years, the chain. */
export async function findFigureFaults(app: TestApp): Promise<unknown[]> {
  const sold = `orders o join order_items i on i.order_id = o.id where o.paid_at is not null`;
  const spans = ["day", "month", "year"].flatMap((span) => [
    difference(
      `restaurants by ${span}`,
      sumOf("restaurant_id || start", "money_fen - refund_fen", `restaurant_figures where span = '${span}'`),
      sumOf(
        `restaurant_id || date_trunc('${span}', date)::date`,
        "wechat_fen + card_fen - wechat_refund_fen - card_refund_fen - other_refund_fen",
        "hourly_figures where restaurant_id <> '*'",
      ),
    ),
    difference(
      `dishes of the chain by ${span}`,
      sumOf(
        "start || dish_id",
        "sales_fen + quantity",
        `dish_figures where span = '${span}' and restaurant_id = '*'`,
      ),
      sumOf(
        `date_trunc('${span}', o.paid_at at time zone 'Asia/Shanghai')::date || i.dish_id`,
        "i.price_fen * i.quantity + i.quantity",
        sold,
      ),
    ),
  ]);
  const portions = `refunds r join orders o on o.id = r.order_id
    cross join jsonb_to_recordset(coalesce(nullif(r.items, 'null'), '[]')) as n(line int, quantity int)
    join order_items i on i.order_id = o.id and i.line = n.line
    where r.state in ('success', 'settled') and r.kind <> 'late'`;
  return await app.sql(
    [
      ...spans,
      difference(
        "dishes of restaurants",
        sumOf("restaurant_id || start || dish_id", "sales_fen", "dish_figures where restaurant_id <> '*'"),
        sumOf(`o.restaurant_id || ${day("o.paid_at")} || i.dish_id`, "i.price_fen * i.quantity", sold),
      ),
      difference(
        "refunded portions",
        sumOf(
          "restaurant_id || start || dish_id",
          "refunded_quantity",
          "dish_figures where restaurant_id <> '*'",
        ),
        sumOf(`o.restaurant_id || ${day("r.finished_at")} || i.dish_id`, "n.quantity", portions),
      ),
      difference(
        "cancellations",
        sumOf(
          "restaurant_id || date || reason",
          "unpaid + paid",
          "cancellation_figures where restaurant_id <> '*'",
        ),
        sumOf(
          `o.restaurant_id || ${day("h.created_at")} || h.reason`,
          "1",
          "order_history h join orders o on o.id = h.order_id where h.field = 'status' and h.to_state = 'cancelled'",
        ),
      ),
      difference(
        "cancellations of the chain",
        sumOf("date || reason", "unpaid + paid", "cancellation_figures where restaurant_id = '*'"),
        sumOf("date || reason", "unpaid + paid", "cancellation_figures where restaurant_id <> '*'"),
      ),
    ].join(" union all "),
  );
}
