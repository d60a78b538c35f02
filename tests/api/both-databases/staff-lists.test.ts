import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as cards from "#server/modules/card/card.repository.ts";
import {
  findPage as findInvoices,
  type InvoiceFilter,
  listNewest as listInvoices,
} from "#server/modules/invoice/invoice-list.repository.ts";
import { listNewest as listOrders } from "#server/modules/order/order-list.repository.ts";
import { listFailed, listLatestFailed } from "#server/modules/refund/refund.repository.ts";
import * as requests from "#server/modules/refund/refund-request.repository.ts";
import { listChain } from "#server/modules/restaurant/restaurant-admin.repository.ts";
import { listMembers } from "#server/modules/staff/staff-member.repository.ts";
import * as vouchers from "#server/modules/voucher/voucher.repository.ts";
import { Database, type QueryRunner } from "#server/platform/database/Database.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases/testDatabase.ts";

let testDatabase: TestDatabase;
let database: Database;
let queries: QueryRunner;
const statements: { sql: string; values: unknown[] }[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new Database(testDatabase.url, { size: 2, onIdleError: () => undefined });
  const logger = { logQuery: (sql: string, values: unknown[]) => statements.push({ sql, values }) };
  queries = drizzle({ client: database.pool, logger }) as unknown as QueryRunner;
  await runSql(
    testDatabase.url,
    `insert into vouchers (id, partner, title, items, status, issued_by, created_at, expires_at)
     select 'v' || n, 'shop' || n % 500, 'meal', '[]', case n % 50 when 0 then 'void' else 'redeemed' end, 'operator',
       timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2090-01-01' from generate_series(1, 30000) n;
     insert into cards (id, number, pin_hash, balance_fen, issued_by, created_at)
     select 'c' || n, lpad(n::text, 16, '0'), '', 0, 'operator', timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, 30000) n;
     set session_replication_role = replica;
     insert into invoices (id, order_id, user_id, status, title_type, title, tax_number, invoice_number, amount_fen,
       created_at)
     select 'i' || n, 'o' || n, 'u' || n % 3000, 'issued', 'company', 'company ' || n % 3000,
       '9144' || lpad((n % 3000)::text, 14, '0'), '2531' || lpad(n::text, 16, '0'), 100,
       timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 30000) n;
     insert into users (id, nickname, invite_code, created_at)
     select 'u' || n, 'customer', 'c' || n, timestamptz '2026-01-01' from generate_series(0, 2999) n;
     insert into restaurants (id, name, address, city_name, district_name, gb_city_code, lat, lng, phone, week_hours,
       accepts_orders, delivers, delivery_radius_m, slot_capacity)
     select 'R' || lpad(n::text, 6, '0'), 'shop', 'road', 'city', 'area', (310000 + n % 300 * 100)::text, 31, 121, '0',
       '[]', true, true, 5000, 20 from generate_series(1, 30000) n;
     insert into staff (id, phone, name, role, created_at)
     select 's' || n, n::text, 'member ' || n, case n % 3 when 0 then 'agent' else 'store' end, timestamptz '2026-01-01'
     from generate_series(1, 30000) n;
     insert into orders (id, order_no, public_id, user_id, restaurant_id, type, status, refund_status, version, goods_fen,
       original_fen, delivery_fee_fen, total_fen, pay_fen, remark, tableware_count, soldout_policy, restaurant, created_at)
     select 'o' || n, 'no' || n, 'p' || n, 'u' || n % 3000, 'R' || lpad((n % 300 + 1)::text, 6, '0'),
       case n % 3 when 0 then 'dine_in' else 'takeaway' end, case n % 50 when 0 then 'cancelled' else 'completed' end,
       'none', 3, 100, 100, 0, 100, 100, '', 1, 'contact', '{}', timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, 30000) n;
     insert into refund_requests (id, order_id, restaurant_id, reason, text, images, status, created_at, answered_at)
     select 'q' || n, 'o' || n, 'R' || lpad((n % 300 + 1)::text, 6, '0'), 'late', '', '[]',
       case n % 3 when 0 then 'rejected' else 'approved' end, timestamptz '2026-01-01' + n * interval '1 minute',
       timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 30000) n;
     insert into refunds (id, refund_no, order_id, restaurant_id, kind, money_fen, reason, operator, state, created_at,
       finished_at)
     select 'f' || n, 'n' || n, 'o' || n, 'R' || lpad((n % 300 + 1)::text, 6, '0'), 'cancel', 100, '', 'customer',
       case n % 100 when 0 then 'failed' else 'success' end, timestamptz '2026-01-01' + n * interval '1 minute',
       timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 30000) n;
     set session_replication_role = default;
     analyze`,
  );
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const anyInvoice: InvoiceFilter = {
  state: undefined,
  restaurantId: undefined,
  keyword: undefined,
};

/** Returns how the database serves the statements that a list makes. */
async function explain(list: () => Promise<unknown>): Promise<string> {
  statements.length = 0;
  await list();
  const plans = [];
  for (const { sql, values } of statements)
    plans.push(...(await database.pool.query(`explain ${sql}`, values)).rows);
  return plans.map((row) => row["QUERY PLAN"]).join("\n");
}

const now = new Date("2026-02-01T00:00:00Z");
const page = { offset: 40, limit: 21 };
const after = { at: "2026-01-10 00:00:00.000001+08", id: "v1" };
const week = { from: new Date("2026-01-05T16:00:00Z"), until: new Date("2026-01-12T16:00:00Z") };
const cancelledTakeaways = { status: "cancelled", type: "takeaway", restaurantId: "R000007" } as const;
const atRestaurant = { restaurantId: "R000007" };
const anyRestaurant = { keyword: "", isClosed: false };
const anyMember = { keyword: "", role: undefined, isDismissed: false };
const day = { from: new Date("2026-01-05T16:00:00Z"), until: new Date("2026-01-06T16:00:00Z") };

test("invoices of a number are looked up by it, on the page and for the count", async () => {
  const filter = { ...anyInvoice, keyword: "914400000000000042" };
  const plan = await explain(() => findInvoices(queries, filter, { offset: 0, limit: 20 }));
  for (const index of ["invoices_number_idx", "invoices_tax_idx", "invoices_order_idx"])
    expect(plan.split(index).length - 1).toBe(2);
  expect(plan).not.toMatch(/Seq Scan on invoices/);
});

test("invoices are counted without their orders, unless they are those of a restaurant", async () => {
  for (const [filter, joined] of [
    [{ ...anyInvoice, keyword: "company" }, 0],
    [{ ...anyInvoice, state: "issued" }, 0],
    [{ ...anyInvoice, restaurantId: "r1" }, 1],
  ] as const) {
    statements.length = 0;
    await findInvoices(queries, filter, { offset: 0, limit: 1 });
    const counts = statements.filter(({ sql }) => sql.startsWith("select count"));
    expect(counts).toHaveLength(1);
    expect(counts.filter(({ sql }) => sql.includes('join "orders"'))).toHaveLength(joined);
  }
});

test.each([
  ["vouchers", () => vouchers.list(queries, { now }, page), "vouchers_created_idx"],
  [
    "vouchers after a row",
    () => vouchers.list(queries, { now }, { after, limit: 500 }),
    "vouchers_created_idx",
  ],
  ["vouchers of a day", () => vouchers.list(queries, { now, ...day }, page), "vouchers_created_idx"],
  ["void vouchers", () => vouchers.list(queries, { now, status: "void" }, page), "vouchers_status_idx"],
  [
    "a partner's vouchers",
    () => vouchers.list(queries, { now, keyword: "shop7" }, page),
    "vouchers_partner_idx",
  ],
  ["cards", () => cards.list(queries, {}, page), "cards_at_idx"],
  ["cards after a row", () => cards.list(queries, {}, { after, limit: 500 }), "cards_(at|unbound)_idx"],
  ["bound cards", () => cards.list(queries, { holder: "bound" }, page), "cards_(bound_idx|user_key)"],
  [
    "unbound cards of a day",
    () => cards.list(queries, { holder: "unbound", ...day }, page),
    "cards_(unbound|at)_idx",
  ],
  ["orders", () => listOrders(queries, day, { limit: 21 }), "orders_created_idx"],
  ["orders after a row", () => listOrders(queries, week, { after, limit: 21 }), "orders_created_idx"],
  [
    "a restaurant's cancelled takeaways",
    () => listOrders(queries, { ...week, ...cancelledTakeaways }, { limit: 21 }),
    "orders_(created|store)_idx",
  ],
  ["an order", () => listOrders(queries, { orderNo: "no7" }, { limit: 21 }), "orders_order_no_key"],
  [
    "answered refund requests",
    () => requests.listCases(queries, { status: "rejected", restaurantId: null }, page),
    "refund_requests_answered_idx",
  ],
  [
    "refund requests of a day",
    () => requests.listCases(queries, { status: "answered", restaurantId: null, ...day }, page),
    "refund_requests_(created|answered)_idx",
  ],
  [
    "refund requests after a row",
    () => requests.listNewestCases(queries, { restaurantId: null }, { after, limit: 500 }),
    "refund_requests_created_idx",
  ],
  [
    "a restaurant's refund requests of a week",
    () => requests.listNewestCases(queries, { restaurantId: "R000007", ...week }, { limit: 500 }),
    "refund_requests_store_created_idx",
  ],
  [
    "the refund requests of an order",
    () => requests.listCases(queries, { status: "answered", restaurantId: null, keyword: "no7" }, page),
    "refund_requests_order_idx",
  ],
  ["failed refunds of a week", () => listFailed(queries, week, page), "refunds_failed_idx"],
  ["a restaurant's failed refunds", () => listFailed(queries, atRestaurant, page), "refunds_failed_idx"],
  [
    "failed refunds after a row",
    () => listLatestFailed(queries, {}, { after, limit: 500 }),
    "refunds_failed_idx",
  ],
  [
    "restaurants after a code",
    () => listChain(queries, anyRestaurant, { after: "R000500", limit: 500 }),
    "restaurants_pkey",
  ],
  [
    "restaurants of a city",
    () => listChain(queries, { ...anyRestaurant, cityCode: "310700" }, page),
    "restaurants_city_idx",
  ],
  ["members of staff", () => listMembers(queries, anyMember, page), "staff_name_idx"],
  [
    "agents after a name",
    () =>
      listMembers(queries, { ...anyMember, role: "agent" }, { after: { name: "m", id: "s1" }, limit: 500 }),
    "staff_role_name_idx",
  ],
  ["invoices after a row", () => listInvoices(queries, anyInvoice, { after, limit: 500 }), "invoices_"],
] as const)("a list of %s reads an index, not the table", async (_, list, index) => {
  const plan = await explain(list);
  expect(plan).toMatch(new RegExp(index));
  expect(plan).not.toMatch(
    /Seq Scan on (vouchers|cards|orders|refund_requests|refunds|restaurants|staff|invoices)/,
  );
});
