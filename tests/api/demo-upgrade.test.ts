import { afterEach, beforeEach, expect, test } from "vitest";
import { type Demo, wholeDemo } from "#server/demo/demoParts.ts";
import { seedDemo } from "#server/demo/seedDemo.ts";
import { Database } from "#server/platform/Database.ts";
import { runSql } from "../support/databases/sql.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/testDatabase.ts";

let home: TestDatabase;
let database: Database;

beforeEach(async () => {
  home = await createTestDatabase();
  database = new Database(home.url, { size: 2, onIdleError: () => undefined });
});

afterEach(async () => {
  await database.close();
  await home.drop();
});

const kitchenPhone = "13900000009";

/** What an older version knew: fewer of everything, and nothing of cards. */
const older: Demo = {
  ...wholeDemo,
  categories: wholeDemo.categories.slice(0, -1),
  dishes: wholeDemo.dishes.filter(
    ({ categoryId }, nth) => nth % 9 !== 0 && categoryId !== wholeDemo.categories.at(-1)?.id,
  ),
  stores: wholeDemo.stores.slice(0, 12),
  staff: wholeDemo.staff.filter(({ phone }) => phone !== kitchenPhone),
  customers: wholeDemo.customers.slice(0, 1),
  vouchers: wholeDemo.vouchers.slice(0, 2),
  cards: [],
};

const sql = (text: string) => runSql(home.url, text);
const tables = [
  ...["menu_categories", "dishes", "restaurants", "store_dishes", "staff", "users", "vouchers"],
  ...["cards", "card_ledger", "orders", "addresses", "payment_attempts"],
];

async function counts(url = home.url) {
  const columns = tables.map((table) => `(select count(*)::int from ${table}) ${table}`);
  return (await runSql(url, `select ${columns.join()}`))[0];
}

/** What the tables hold after this version has filled them alone. */
async function countsOfNew() {
  const fresh = await createTestDatabase();
  const pool = new Database(fresh.url, { size: 1, onIdleError: () => undefined });
  await seedDemo(pool, new Date());
  const found = await counts(fresh.url);
  await pool.close();
  await fresh.drop();
  return found;
}

/** Everything in these tables, in one order. */
async function contents() {
  const texts = tables.map(
    (table) =>
      `select '${table}' as t, coalesce(string_agg(r::text, '|' order by r::text), '') from ${table} r`,
  );
  return await sql(`${texts.join(" union all ")} order by t`);
}

test("a demo of an older version gets what newer ones added, once", async () => {
  await seedDemo(database, new Date(), older);
  const before = await counts();
  await seedDemo(database, new Date());
  expect(before).not.toEqual(await countsOfNew());
  expect(await counts()).toEqual(await countsOfNew());
  const after = await contents();
  await seedDemo(database, new Date());
  expect(await contents()).toEqual(after);
});

test("a demo from before the list was kept is taken as far as it is there", async () => {
  await seedDemo(database, new Date(), older);
  await sql(`update shared_values set value = '"2026-01-01T00:00:00.000Z"' where key = 'demo-chain'`);
  await seedDemo(database, new Date());
  expect(await counts()).toEqual(await countsOfNew());
  expect(await sql(`select role from staff where phone = '${kitchenPhone}'`)).toEqual([{ role: "admin" }]);
});

test("what people changed, added and took away stays so", async () => {
  await seedDemo(database, new Date(), older);
  const [{ id: dish } = { id: "" }] = older.dishes;
  const gone = "13900000001";
  await sql(`update restaurants set name = '我们的店', paused_until = null where id = 'SH001'`);
  await sql(`update dishes set price_fen = 1234 where id = '${dish}'`);
  await sql(`update store_dishes set sold_out = true, stock = 3 where dish_id = '${dish}'`);
  await sql(`delete from staff where phone = '${gone}'`);
  await sql(`update users set nickname = '大满' where phone = '13800138000'`);
  // Somebody has registered a number that a newer demo uses, and bound a card of the chain.
  await sql(`insert into users (id, phone, nickname, invite_code, created_at)
    values ('mine', '13800138001', '自己人', 'AAAAAAAA', now())`);
  await sql(`insert into cards (id, number, pin_hash, user_id, balance_fen, issued_by, created_at)
    select 'own', '8800100020009999', 'x', id, 0, 'x', now() from users where phone = '13800138000'`);
  await seedDemo(database, new Date());
  expect(await sql("select name from restaurants where id = 'SH001'")).toEqual([{ name: "我们的店" }]);
  expect(await sql(`select price_fen::int as fen from dishes where id = '${dish}'`)).toEqual([{ fen: 1234 }]);
  expect(
    await sql(
      `select restaurant_id from store_dishes where dish_id = '${dish}' and (not sold_out or stock <> 3)
       and restaurant_id = any('{${older.stores.map(({ storecode }) => storecode).join()}}')`,
    ),
  ).toEqual([]);
  expect(await sql(`select 1 from staff where phone = '${gone}'`)).toEqual([]);
  expect(
    await sql("select nickname from users where phone in ('13800138000', '13800138001') order by phone"),
  ).toEqual([{ nickname: "大满" }, { nickname: "自己人" }]);
  expect(
    await sql("select number from cards where user_id is null and issued_by = 'demo' order by number"),
  ).toEqual([{ number: "8800100020003001" }, { number: "8800100020003002" }]);
});

test("new dishes of a heading that somebody took away stay away with it", async () => {
  const [first] = wholeDemo.categories;
  const without = wholeDemo.dishes.filter(({ categoryId }) => categoryId !== first?.id);
  await seedDemo(database, new Date(), { ...older, categories: wholeDemo.categories, dishes: without });
  await sql(`delete from menu_categories where id = '${first?.id}'`);
  await seedDemo(database, new Date());
  const { dishes } = (await counts()) as { dishes: number };
  expect(dishes).toBe(without.length);
});
