import { afterEach, beforeEach, expect, test } from "vitest";
import { type Demo, readDemo } from "#server/demo/demo.ts";
import { demoPast } from "#server/demo/demo-past.ts";
import { filterRows, listCells } from "#server/demo/demo-sheet.ts";
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

const past = demoPast.customer.phone;
const kitchenPhone = "13900000009";
const fullDemo = readDemo();
const [firstCategory] = fullDemo.categories;
const restaurantIds = listCells(fullDemo.restaurants, "门店编号").slice(0, 12);
/** Dishes that the older version's customers have ordered. */
const orderedIds = fullDemo.customers.flatMap(({ orders }) =>
  orders.flatMap(({ items }) => items.map(({ id }) => id)),
);
const dishIds = [...new Set(listCells(fullDemo.menu, "菜品编号"))].filter(
  (spuId, nth) => nth % 9 !== 0 || orderedIds.some((id) => id.startsWith(spuId)),
);

/** Demo of an older version: fewer rows everywhere, no cards, and nobody whose past the services made. */
const olderDemo: Demo = {
  ...fullDemo,
  categories: fullDemo.categories.slice(1),
  menu: filterRows(
    filterRows(fullDemo.menu, "菜品编号", (id) => dishIds.includes(id)),
    "分类",
    (name) => name !== firstCategory?.name,
  ),
  restaurants: filterRows(fullDemo.restaurants, "门店编号", (id) => restaurantIds.includes(id)),
  admins: fullDemo.admins.filter(({ phone }) => phone !== kitchenPhone),
  customers: fullDemo.customers.slice(0, 1),
  vouchers: fullDemo.vouchers.slice(0, 2),
  cards: [],
  pasts: [],
};

const query = (text: string) => runSql(testDatabase.url, text);
const tables = [
  ...["menu_categories", "dishes", "restaurants", "store_dishes", "staff", "users", "vouchers"],
  ...["cards", "card_ledger", "orders", "addresses", "payment_attempts", "order_history", "refunds"],
  ...["points_ledger", "invites", "withdrawals", "favourites", "chat_messages", "audit_log"],
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
  const [dish] = listCells(olderDemo.menu, "规格编号");
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
       and restaurant_id = any('{${restaurantIds.join()}}')`,
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

test("new dishes of a deleted category are not added, those of a renamed one are", async () => {
  const [, second] = fullDemo.categories;
  const older = filterRows(
    fullDemo.menu,
    "分类",
    (name) => ![firstCategory?.name, second?.name].includes(name),
  );
  await seedDemo(database, new Date(), { ...olderDemo, categories: fullDemo.categories, menu: older });
  await query(`delete from menu_categories where id = '${firstCategory?.id}'`);
  await query(`update menu_categories set name = '给自己' where id = '${second?.id}'`);
  expect(await seedDemo(database, new Date())).toEqual([]);
  const { dishes, menu_categories } = (await countRows()) as Record<string, number>;
  expect(dishes).toBe(
    listCells(
      filterRows(fullDemo.menu, "分类", (name) => name !== firstCategory?.name),
      "规格编号",
    ).length,
  );
  expect(menu_categories).toBe(fullDemo.categories.length - 1);
});

test("a dish that people changed or removed gets no new variants, and a draft of theirs stays", async () => {
  const spuIds = listCells(fullDemo.menu, "菜品编号");
  const variantIds = listCells(fullDemo.menu, "规格编号");
  // A dish with several variants, of which the older version has the first only.
  const at = spuIds.findIndex((id, nth) => id === spuIds[nth + 1]);
  const [spuId, first, later] = [spuIds[at], variantIds[at], variantIds[at + 1]];
  const menu = filterRows(
    fullDemo.menu,
    "规格编号",
    (id) => id === first || spuIds[variantIds.indexOf(id)] !== spuId,
  );
  await seedDemo(database, new Date(), { ...fullDemo, menu });
  await query(`update dishes set price_fen = 1234 where id = '${first}'`);
  await query(
    `insert into dish_drafts (spu_id, form, updated_by, updated_at) values ('${spuId}', '{"name":"草稿"}', 'x', now())`,
  );
  expect(await seedDemo(database, new Date())).toEqual([]);
  expect(await query(`select price_fen::int as fen from dishes where spu_id = '${spuId}'`)).toEqual([
    { fen: 1234 },
  ]);
  expect(await query(`select 1 from dishes where id = '${later}'`)).toEqual([]);
  expect(await query("select form->>'name' as name from dish_drafts")).toEqual([{ name: "草稿" }]);
});

test("what people's changes leave no place for is left out, said, and added when there is place again", async () => {
  const staff = filterRows(fullDemo.staff, "手机号", () => false);
  await seedDemo(database, new Date(), { ...fullDemo, staff, pasts: [] });
  await query("update restaurants set closed_at = now() where id = 'SH001'");
  const people = async () =>
    (
      await query(`select (select array_agg(phone order by phone) from staff where role <> 'admin') as staff,
    (select count(*)::int from users where phone = '${past}') as pasts`)
    )[0];
  expect(await seedDemo(database, new Date())).toEqual([
    expect.stringMatching(/staff:13900000002: .*已永久关店/),
    expect.stringContaining(`past:${past}`),
  ]);
  expect(await people()).toEqual({ staff: null, pasts: 0 });
  await query("update restaurants set closed_at = null where id = 'SH001'");
  expect(await seedDemo(database, new Date())).toEqual([]);
  expect(await people()).toEqual({ staff: ["13900000001", "13900000002"], pasts: 1 });
});

test("a number that somebody has registered is theirs, and its past is not added", async () => {
  await query(`insert into users (id, phone, nickname, invite_code, created_at)
    values ('mine', '13800138005', '自己人', 'AAAAAAAA', now())`);
  expect(await seedDemo(database, new Date())).toEqual([]);
  expect(await query(`select 1 from users where phone = '${past}'`)).toEqual([]);
});
