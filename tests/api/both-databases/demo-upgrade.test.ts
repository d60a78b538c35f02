import { afterEach, beforeEach, expect, test } from "vitest";
import { type Demo, fullDemo } from "#server/demo/demo-sections.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { Database } from "#server/platform/database/Database.ts";
import { runSql } from "../../support/databases/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases/testDatabase.ts";

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = new Database(testDatabase.url, { size: 2, onIdleError: () => undefined });
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

const kitchenPhone = "13900000009";

/** Demo of an older version: fewer rows everywhere, and no cards. */
const olderDemo: Demo = {
  ...fullDemo,
  categories: fullDemo.categories.slice(0, -1),
  dishes: fullDemo.dishes.filter(
    ({ categoryId }, nth) => nth % 9 !== 0 && categoryId !== fullDemo.categories.at(-1)?.id,
  ),
  stores: fullDemo.stores.slice(0, 12),
  staff: fullDemo.staff.filter(({ phone }) => phone !== kitchenPhone),
  customers: fullDemo.customers.slice(0, 1),
  vouchers: fullDemo.vouchers.slice(0, 2),
  cards: [],
};

const query = (text: string) => runSql(testDatabase.url, text);
const tables = [
  ...["menu_categories", "dishes", "restaurants", "store_dishes", "staff", "users", "vouchers"],
  ...["cards", "card_ledger", "orders", "addresses", "payment_attempts"],
];

async function countRows(url = testDatabase.url) {
  const columns = tables.map((table) => `(select count(*)::int from ${table}) ${table}`);
  return (await runSql(url, `select ${columns.join()}`))[0];
}

/** Counts the rows of a database that only this version has seeded. */
async function countFreshRows() {
  const fresh = await createTestDatabase();
  const pool = new Database(fresh.url, { size: 1, onIdleError: () => undefined });
  await seedDemo(pool, new Date());
  const found = await countRows(fresh.url);
  await pool.close();
  await fresh.drop();
  return found;
}

/** Reads all rows of the seeded tables in a fixed order. */
async function readTexts() {
  const texts = tables.map(
    (table) =>
      `select '${table}' as t, coalesce(string_agg(r::text, '|' order by r::text), '') from ${table} r`,
  );
  return await query(`${texts.join(" union all ")} order by t`);
}

test("a demo of an older version gets the additions of newer ones, once", async () => {
  await seedDemo(database, new Date(), olderDemo);
  const before = await countRows();
  await seedDemo(database, new Date());
  expect(before).not.toEqual(await countFreshRows());
  expect(await countRows()).toEqual(await countFreshRows());
  const after = await readTexts();
  await seedDemo(database, new Date());
  expect(await readTexts()).toEqual(after);
});

test("a demo from before its contents were recorded is completed from its current rows", async () => {
  await seedDemo(database, new Date(), olderDemo);
  await query(`update cache_entries set value = '"2026-01-01T00:00:00.000Z"' where key = 'demo-chain'`);
  await seedDemo(database, new Date());
  expect(await countRows()).toEqual(await countFreshRows());
  expect(await query(`select role from staff where phone = '${kitchenPhone}'`)).toEqual([{ role: "admin" }]);
});

test("changes, additions and deletions by users are preserved", async () => {
  await seedDemo(database, new Date(), olderDemo);
  const [{ id: dish } = { id: "" }] = olderDemo.dishes;
  const gone = "13900000001";
  await query(`update restaurants set name = '我们的店', paused_until = null where id = 'SH001'`);
  await query(`update dishes set price_fen = 1234 where id = '${dish}'`);
  await query(`update store_dishes set sold_out = true, stock = 3 where dish_id = '${dish}'`);
  await query(`delete from staff where phone = '${gone}'`);
  await query(`update users set nickname = '大满' where phone = '13800138000'`);
  // A customer has registered a number that a newer demo uses, and bound a card of the chain.
  await query(`insert into users (id, phone, nickname, invite_code, created_at)
    values ('mine', '13800138001', '自己人', 'AAAAAAAA', now())`);
  await query(`insert into cards (id, number, pin_hash, user_id, balance_fen, issued_by, created_at)
    select 'own', '8800100020009999', 'x', id, 0, 'x', now() from users where phone = '13800138000'`);
  await seedDemo(database, new Date());
  expect(await query("select name from restaurants where id = 'SH001'")).toEqual([{ name: "我们的店" }]);
  expect(await query(`select price_fen::int as fen from dishes where id = '${dish}'`)).toEqual([
    { fen: 1234 },
  ]);
  expect(
    await query(
      `select restaurant_id from store_dishes where dish_id = '${dish}' and (not sold_out or stock <> 3)
       and restaurant_id = any('{${olderDemo.stores.map(({ storecode }) => storecode).join()}}')`,
    ),
  ).toEqual([]);
  expect(await query(`select 1 from staff where phone = '${gone}'`)).toEqual([]);
  expect(
    await query("select nickname from users where phone in ('13800138000', '13800138001') order by phone"),
  ).toEqual([{ nickname: "大满" }, { nickname: "自己人" }]);
  expect(
    await query("select number from cards where user_id is null and issued_by = 'demo' order by number"),
  ).toEqual([{ number: "8800100020003001" }, { number: "8800100020003002" }]);
});

test("new dishes of a deleted category are not added", async () => {
  const [first] = fullDemo.categories;
  const without = fullDemo.dishes.filter(({ categoryId }) => categoryId !== first?.id);
  await seedDemo(database, new Date(), { ...olderDemo, categories: fullDemo.categories, dishes: without });
  await query(`delete from menu_categories where id = '${first?.id}'`);
  await seedDemo(database, new Date());
  const { dishes } = (await countRows()) as { dishes: number };
  expect(dishes).toBe(without.length);
});
