import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

/** Joining every order with every day would take longer than a statement may. */
const orderCount = 60_000;
const dayCount = 300;

let app: TestApp;
let lines: string[];

/** One restaurant with many orders over many days, all of them from before the figures. */
beforeAll(async () => {
  lines = [];
  app = await startTestApp({
    skipLedgerCheckReason: "a large restaurant is filled in by SQL",
    log: (line) => lines.push(line),
  });
  await app.sweep("figures");
  // Without triggers: what they mark is another matter.
  await app.sql(`begin; set local session_replication_role = replica;
    insert into orders (id, order_no, public_id, user_id, restaurant_id, type, status, refund_status, version,
        goods_fen, original_fen, delivery_fee_fen, total_fen, pay_fen, paid_fen, remark, tableware_count, soldout_policy,
        restaurant, created_at, paid_at, payment_method, accepted_at, ready_at)
      select 'o' || n, '9' || lpad(n::text, 17, '0'), 'p' || n, 'u' || n % 1000, 'SH003', 'pickup', 'completed',
          'none', 3, 3300, 3300, 0, 3300, 3300, 3300, '', 1, 'contact', '{}', at, at, 'wechat', at, at
        from generate_series(1, ${orderCount}) n
          cross join lateral (
            select '2025-01-01T12:00:00+08:00'::timestamptz + (n % ${dayCount}) * interval '1 day' as at) t;
    insert into order_items (order_id, line, dish_id, name, image, price_fen, original_price_fen, quantity)
      select id, 1, '10101', '菜品', '', 3300, 3300, 1 from orders
        where restaurant_id = 'SH003' and id = 'o' || substr(public_id, 2);
    commit`);
  await app.sql("update figures_progress set restaurant_id = '', completed_at = null");
}, 60_000);

afterAll(async () => {
  await app.close();
});

const sweepAll = async () => {
  for (let nth = 0; nth < 50; nth++) {
    await app.sweep("figures");
    const [left] = await app.sql<{ n: number }>(
      `select (select count(*) from outdated_figures)::int
         + (select count(*) from figures_progress where completed_at is null)::int as n`,
    );
    if (left!.n === 0) return;
  }
};
/** Sweeps until a query has these rows: a run goes on for seconds only, which may not be enough on a busy machine. */
const sweepUntil = async (query: string, rows: object[]) =>
  expect
    .poll(async () => {
      await app.sweep("figures");
      return await app.sql(query);
    })
    .toEqual(rows);
const sumOf = async (restaurantId: string) =>
  (
    await app.sql(
      `select sum(orders)::int as orders, sum(sales_fen)::float8 as sales, count(distinct date)::int as days
         from hourly_figures where restaurant_id = $1 and date between '2025-01-01' and '2025-12-31'`,
      [restaurantId],
    )
  )[0];
const wanted = { orders: orderCount, sales: orderCount * 3_300, days: dayCount };

test("no day of a large restaurant's past takes longer than a statement may", {
  timeout: 120_000,
}, async () => {
  await sweepAll();
  expect(lines.filter((line) => line.includes("take too long to compute"))).toEqual([]);
  expect(await sumOf("SH003")).toEqual(wanted);
  expect(await sumOf("*")).toEqual(wanted);
  const [dishes] = await app.sql(
    `select sum(quantity)::int as n from dish_figures
      where restaurant_id = 'SH003' and span = 'day' and start between '2025-01-01' and '2025-12-31'`,
  );
  expect(dishes).toEqual({ n: orderCount });
});

test("a day that takes too long is logged and left out, and the others are computed", async () => {
  // What PostgreSQL raises for a statement that takes longer than it may.
  await app.sql(`create function refuse_day() returns trigger language plpgsql as $$
    begin raise exception 'too slow' using errcode = '57014'; end $$`);
  await app.sql(`create trigger refuse_day before insert on hourly_figures for each row
    when (new.restaurant_id = 'SH003' and new.date = '2025-02-03') execute function refuse_day()`);
  await app.sql(
    "update hourly_figures set orders = 0 where restaurant_id in ('SH003', '*') and date < '2026-01-01'",
  );
  await app.sql(`insert into outdated_figures (restaurant_id, date)
    select 'SH003', d from generate_series('2025-01-01'::date, '2025-10-27'::date, interval '1 day') d`);
  // Days of the past wait for no day that is left out.
  await app.sql(
    "insert into outdated_figures (restaurant_id, date, is_past) values ('SH002', '2025-01-01', true)",
  );
  await sweepUntil("select restaurant_id, date::text as date from outdated_figures", [
    { restaurant_id: "SH003", date: "2025-02-03" },
  ]);
  const logged = lines.filter((line) => line.includes("take too long to compute"));
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? "")).toMatchObject({ restaurantId: "SH003", date: "2025-02-03", level: 50 });
  const perDay = Math.floor(orderCount / dayCount);
  const [zero] = await app.sql<{ days: string[] }>(
    "select array_agg(date::text) as days from hourly_figures where restaurant_id = 'SH003' and date < '2026-01-01' and orders < $1",
    [perDay],
  );
  expect(zero!.days).toEqual(["2025-02-03"]);
  await app.sql("drop trigger refuse_day on hourly_figures");
  app.clock.advance(601_000);
  await app.sweep("figures");
  expect(await app.sql("select 1 from outdated_figures")).toEqual([]);
  expect(await sumOf("SH003")).toEqual(wanted);
  expect(await sumOf("*")).toEqual(wanted);
});

test("so is a day of the chain, which holds up no restaurant", async () => {
  await app.sql(`create trigger refuse_day before insert or update on chain_figures for each row
    when (new.date = '2025-02-03') execute function refuse_day()`);
  await app.sql(`insert into outdated_chain_figures (date)
    select d from generate_series('2025-02-01'::date, '2025-02-10'::date, interval '1 day') d`);
  await app.sql("insert into outdated_figures (restaurant_id, date) values ('SH002', '2025-03-01')");
  lines.length = 0;
  await sweepUntil("select date::text as date from outdated_chain_figures", [{ date: "2025-02-03" }]);
  await sweepUntil("select 1 from outdated_figures", []);
  const logged = lines.filter((line) => line.includes("take too long to compute"));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ restaurantId: "*", date: "2025-02-03" }]);
  await app.sql("drop trigger refuse_day on chain_figures");
  app.clock.advance(601_000);
  await app.sweep("figures");
  expect(await app.sql("select 1 from outdated_chain_figures")).toEqual([]);
});
