import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { figuresEndpoints as endpoints, figuresFilePath } from "#contract/staff/figures/endpoints.ts";
import { settleWithdrawal } from "#server/modules/withdrawal/withdrawal-settlement.service.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { hoursJson, setWeekHours } from "../support/api/hours.ts";
import { findChainFaults } from "../support/api/independentChainFigures.ts";
import { issueVoucher, voucherOrderForm } from "../support/api/inStore.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../support/api/wallet.ts";

let app: TestApp;
let admin: Client;
let buyer: Buyer;
let card: string;
/** A day on which nothing else happens, and the next. */
let day: string;
let nextDay: string;

beforeAll(async () => {
  app = await startTestApp();
  await setWeekHours(app, hoursJson("00:00", "24:00"));
  buyer = await createBuyer(app);
  app.clock.freeze();
  const inDays = (days: number) => toLocalTime(new Date(Date.now() + days * 86_400_000)).date;
  [day, nextDay] = [inDays(3), inDays(4)];
  app.clock.set(`${day}T23:59:59.900+08:00`);
  card = await createBoundCard(app, buyer.userId, 10_000);
  await issueVoucher(app);
  await addPoints(app, buyer.userId, 2_500, { type: "invite" });
  await app.sql(
    "insert into withdrawals (id, user_id, points, status, created_at) values ($1, $2, 1000, 'reviewing', $3)",
    ["w-chain", buyer.userId, app.clock.now()],
  );
  await addPoints(app, buyer.userId, -1_000, { type: "withdraw", reference: "w-chain" });
  app.clock.advance(200);
  const { order_id } = await createOrder(buyer);
  await buyer.data(orderEndpoints.pay, { body: { order_id, payment_method: "card" } });
  await addPoints(app, buyer.userId, -300, { type: "expire" });
  const decision = { withdrawalId: "w-chain", by: "test", now: app.clock.now(), approve: true } as const;
  await app.database.transaction((tx) => settleWithdrawal(tx, decision));
  admin = await createStaffClient(app, "admin");
  await app.sweep("figures");
});

afterAll(async () => {
  await app.close();
});

const read = (from: string, to = from) => admin.data(endpoints.chain, { query: { from, to } });

test("cards, vouchers and points count on their own days, which end at midnight in Shanghai", async () => {
  const { sums } = await read(day);
  expect(sums).toMatchObject({ cards_issued: 1, cards_value: 10_000, cards_bound: 1, cards_spent: 0 });
  expect(sums).toMatchObject({ vouchers_issued: 1, points_invited: 2_500, points_requested: -1_000 });
  expect(sums).toMatchObject({ points_expired: 0, withdrawals: 0 });
  const next = await read(nextDay);
  expect(next.sums).toMatchObject({ cards_issued: 0, cards_spent: 3_800, points_expired: -300 });
  expect(next.sums).toMatchObject({ withdrawals: 1, points_withdrawn: 1_000, points_requested: 0 });
  expect(next.before).toMatchObject({ from: day, to: day, sums: { cards_issued: 1 } });
});

test("balances are those at the end of each day, and agree with cards and accounts", async () => {
  const { sums, before, list } = await read(day, nextDay);
  const [outstanding] = await app.sql(
    `select (select sum(balance_fen)::int from cards) as cards_balance,
      (select sum(balance)::int from points_accounts) as points_balance`,
  );
  expect(sums).toMatchObject(outstanding!);
  expect(list.map(({ at }) => at)).toEqual([day, nextDay]);
  expect(list[1]).toMatchObject(outstanding!);
  expect(list[0]!.cards_balance - before.sums.cards_balance).toBe(10_000);
  expect(list[1]!.cards_balance - list[0]!.cards_balance).toBe(-3_800);
  expect(list[0]!.points_balance - before.sums.points_balance).toBe(1_500);
  expect(await findChainFaults(app)).toEqual([]);
});

test("a range of years is answered by month, and one before everything is empty", async () => {
  const long = await read(`${Number(day.slice(0, 4)) - 3}-01-01`, nextDay);
  expect(long.unit).toBe("month");
  expect(long.list.at(-1)?.cards_balance).toBe(long.sums.cards_balance);
  const { sums, list } = await read("2000-01-01", "2000-01-02");
  expect(new Set(Object.values(sums))).toEqual(new Set([0]));
  expect(list).toHaveLength(2);
});

test("the file holds a row a day, with amounts in yuan", async () => {
  const { body } = await app.server.inject({
    method: "GET",
    url: figuresFilePath,
    query: { table: "chain", from: day, to: nextDay },
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toMatchObject([
    { 日期: day, 发卡数: "1", 发卡金额: "100.00", 邀请积分: "2500", 申请提现扣除的积分: "1000" },
    { 日期: nextDay, 会员卡净消费: "38.00", 过期积分: "300", 已付提现的积分: "1000" },
  ]);
});

test("a card whose holder leaves was not bound for good: its day is counted again", async () => {
  await app.sql("update cards set user_id = null, bound_at = null where number = $1", [card]);
  await app.sweep("figures");
  expect((await read(day)).sums.cards_bound).toBe(0);
});

test("a voucher can be used again after its order is cancelled, and is not counted as redeemed", async () => {
  const { sums } = await read(nextDay);
  expect(sums.vouchers_redeemed).toBe(0);
  const form = voucherOrderForm(await issueVoucher(app), { order_type: "pickup" });
  const { order_id } = await buyer.data(orderEndpoints.create, { body: form });
  await app.sweep("figures");
  expect((await read(nextDay)).sums.vouchers_redeemed).toBe(1);
  await buyer.data(orderEndpoints.cancel, { body: { order_id } });
  await app.sweep("figures");
  expect((await read(nextDay)).sums).toMatchObject({ vouchers_redeemed: 0, vouchers_issued: 1 });
  const overview = await admin.data(endpoints.overview, { query: { from: nextDay, to: nextDay } });
  expect(overview.sums).toMatchObject({ voucher_orders: 1, voucher_returns: 1 });
});
