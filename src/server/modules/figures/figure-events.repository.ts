import { type SQL, sql } from "drizzle-orm";
import { orderStatuses } from "#contract/order/status.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { hourlyFigures, wholeChain } from "../../schema/figures.ts";

/** A day of a restaurant, "YYYY-MM-DD" in Asia/Shanghai. */
export interface RestaurantDay {
  restaurantId: string;
  date: string;
}

/** Columns of `hourly_figures` that are added up. */
export const measures = Object.values(hourlyFigures)
  .filter((column) => typeof column === "object" && "hasDefault" in column && column.hasDefault)
  .map(({ name }) => name);

const columnList = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );

/** Sets columns of a row that exists to their sums with the new row's. */
export const addUp = (table: string, names: readonly string[]) =>
  sql.join(
    names.map(
      (name) => sql`${sql.identifier(name)} = ${sql.identifier(table)}.${sql.identifier(name)}
        + excluded.${sql.identifier(name)}`,
    ),
    sql`, `,
  );

/** A table of the days, with the timestamps at which they begin and end, which are computed once a day. */
export const dayTable = (days: readonly RestaurantDay[]) => sql`(
  select d.restaurant_id, d.date, d.date::timestamp at time zone 'Asia/Shanghai' as begins_at,
      (d.date + 1)::timestamp at time zone 'Asia/Shanghai' as ends_at
    from unnest(${sql.param(days.map(({ restaurantId }) => restaurantId))}::text[],
      ${sql.param(days.map(({ date }) => date))}::date[]) as d(restaurant_id, date) offset 0) as day`;

/**
 * Looks up rows of a table for each row before, by an index: `offset 0` keeps the planner from joining all orders of a
 * restaurant with all of its days instead, which takes minutes for a large restaurant.
 */
const lookUp = (table: "orders" | "refunds", alias: "o" | "r", condition: SQL) =>
  sql`cross join lateral (select * from ${sql.identifier(table)} ${sql.identifier(alias)}
    where ${condition} offset 0) ${sql.identifier(alias)}`;

/** Every status: lets the index on restaurant, status and time find the orders paid on a day. */
const anyStatus = sql`o.status in (${sql.join(
  orderStatuses.map((status) => sql`${status}`),
  sql`, `,
)})`;

const orderOfRefund = lookUp("orders", "o", sql`o.id = r.order_id`);

/** Orders `o` paid on a day. */
export const salesOf = (days: readonly RestaurantDay[]) => sql`${dayTable(days)}
  ${lookUp(
    "orders",
    "o",
    sql`o.restaurant_id = day.restaurant_id and ${anyStatus}
      and o.paid_at >= day.begins_at and o.paid_at < day.ends_at`,
  )}`;

/** Refunds `r` that succeeded on a day, with their orders `o`. */
export const refundsOf = (days: readonly RestaurantDay[]) => sql`${dayTable(days)}
  ${lookUp(
    "refunds",
    "r",
    sql`r.restaurant_id = day.restaurant_id and r.state in ('success', 'settled')
      and r.finished_at >= day.begins_at and r.finished_at < day.ends_at`,
  )}
  ${orderOfRefund}`;

/** Orders `o` cancelled on a day. */
export const cancellationsOf = (days: readonly RestaurantDay[]) => sql`${dayTable(days)}
  ${lookUp(
    "orders",
    "o",
    sql`o.restaurant_id = day.restaurant_id
      and o.cancelled_at >= day.begins_at and o.cancelled_at < day.ends_at`,
  )}`;

/** Payments `r` that came too late, by the refund that each of them causes at once, with their orders `o`. */
const latePaymentsOf = (days: readonly RestaurantDay[]) => sql`${dayTable(days)}
  ${lookUp(
    "refunds",
    "r",
    sql`r.restaurant_id = day.restaurant_id and r.kind = 'late' and r.restart_of is null
      and r.created_at >= day.begins_at and r.created_at < day.ends_at`,
  )}
  ${orderOfRefund}`;

interface EventSource {
  from: (days: readonly RestaurantDay[]) => SQL;
  /** Time that decides about the hour. */
  at: SQL;
  sums: Readonly<Record<string, SQL>>;
}

const isFirst = sql`not exists (select 1 from orders e where e.user_id = o.user_id and e.paid_at is not null
  and (e.paid_at, e.id) < (o.paid_at, o.id))`;
const secondsUntil = (at: SQL) => sql`floor(extract(epoch from ${at} - o.paid_at))`;
const sumWhere = (value: SQL, condition: SQL) => sql`coalesce(sum(${value}) filter (where ${condition}), 0)`;
const pointsOf = (type: SQL) => sql`(select coalesce(sum(l.delta), 0) from points_ledger l
  where l.order_id = o.id and ${type})`;
const isOwn = sql`r.kind <> 'late'`;
const isReady = sql`o.ready_at is not null and o.booking_at is null`;

/** What is added up, by what happens. A refund's channel is that of the payment that it returns. */
const sources: readonly EventSource[] = [
  {
    from: salesOf,
    at: sql`o.paid_at`,
    sums: {
      orders: sql`count(*)`,
      sales_fen: sql`sum(o.total_fen)`,
      wechat_orders: sql`count(*) filter (where o.payment_method = 'wechat')`,
      wechat_fen: sumWhere(sql`o.paid_fen`, sql`o.payment_method = 'wechat'`),
      card_orders: sql`count(*) filter (where o.payment_method = 'card')`,
      card_fen: sumWhere(sql`o.paid_fen`, sql`o.payment_method = 'card'`),
      voucher_orders: sql`count(*) filter (where o.voucher_id is not null)`,
      points_orders: sql`count(*) filter (where o.points_used > 0)`,
      points_used: sql`sum(o.points_used)`,
      points_earned: sql`sum(${pointsOf(sql`l.type = 'earn'`)})`,
      first_orders: sql`count(*) filter (where ${isFirst})`,
      accepted_orders: sql`count(o.accepted_at)`,
      accept_seconds: sumWhere(secondsUntil(sql`o.accepted_at`), sql`o.accepted_at is not null`),
      ready_orders: sql`count(*) filter (where ${isReady})`,
      ready_seconds: sumWhere(secondsUntil(sql`o.ready_at`), isReady),
    },
  },
  {
    from: cancellationsOf,
    at: sql`o.cancelled_at`,
    sums: {
      cancelled_unpaid: sql`count(*) filter (where o.paid_at is null)`,
      cancelled_paid: sql`count(o.paid_at)`,
      voucher_returns: sql`count(o.paid_at) filter (where o.voucher_id is not null)`,
    },
  },
  {
    from: refundsOf,
    at: sql`r.finished_at`,
    sums: {
      refunds: sql`count(*) filter (where ${isOwn})`,
      wechat_refund_fen: sumWhere(
        sql`r.money_fen`,
        sql`${isOwn} and r.state = 'success' and o.payment_method = 'wechat'`,
      ),
      card_refund_fen: sumWhere(
        sql`r.money_fen`,
        sql`${isOwn} and r.state = 'success' and o.payment_method = 'card'`,
      ),
      other_refund_fen: sumWhere(sql`r.money_fen`, sql`${isOwn} and r.state = 'settled'`),
      points_returned: sumWhere(sql`r.points`, isOwn),
      points_reversed: sql`sum(${pointsOf(sql`l.type = 'reverse' and l.reference = r.refund_no`)})`,
      late_refund_fen: sumWhere(sql`r.money_fen`, sql`r.kind = 'late' and r.state = 'success'`),
      late_other_refund_fen: sumWhere(sql`r.money_fen`, sql`r.kind = 'late' and r.state = 'settled'`),
    },
  },
  { from: latePaymentsOf, at: sql`r.created_at`, sums: { late_fen: sql`sum(r.money_fen)` } },
];

/** Adds what happened on days to the hours of these days, which must have no rows before. */
export async function addEvents(tx: QueryRunner, days: readonly RestaurantDay[]): Promise<void> {
  for (const { from, at, sums } of sources) {
    const names = Object.keys(sums);
    await tx.execute(sql`
      insert into ${hourlyFigures} (restaurant_id, date, type, hour, ${columnList(names)})
      select day.restaurant_id, day.date, o.type,
          extract(hour from ${at} at time zone 'Asia/Shanghai')::smallint, ${sql.join(Object.values(sums), sql`, `)}
        from ${from(days)}
       group by 1, 2, 3, 4
      on conflict (restaurant_id, date, type, hour) do update set ${addUp("hourly_figures", names)}`);
  }
}

/** Adds the hours of days to those of the whole chain, or takes them away again with the sign −1. */
export async function addToChain(
  tx: QueryRunner,
  days: readonly RestaurantDay[],
  sign: 1 | -1,
): Promise<void> {
  const sums = measures.map((name) => sql`${sql.raw(String(sign))} * sum(h.${sql.identifier(name)})`);
  await tx.execute(sql`
    insert into ${hourlyFigures} (restaurant_id, date, type, hour, ${columnList(measures)})
    select ${wholeChain}, h.date, h.type, h.hour, ${sql.join(sums, sql`, `)}
      from ${dayTable(days)} join ${hourlyFigures} h on h.restaurant_id = day.restaurant_id and h.date = day.date
     group by 2, 3, 4
    on conflict (restaurant_id, date, type, hour) do update set ${addUp("hourly_figures", measures)}`);
}
