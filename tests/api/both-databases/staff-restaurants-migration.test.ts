import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { createTables } from "#server/backup/target-database.ts";
import { migrateDatabase, migrationsFolder } from "#server/platform/database/migrate-database.ts";
import { databaseUrl, runSql } from "../../support/databases/sql.ts";

/** Creates an empty database with the tables before members of staff had several restaurants. */
async function createOldDatabase(): Promise<string> {
  const journal = JSON.parse(readFileSync(path.join(migrationsFolder(), "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  const next = journal.entries.findIndex(({ tag }) => tag.endsWith("_staff_restaurants"));
  const { url: serverUrl } = inject("databaseServer");
  const name = `staff_restaurants_${process.pid}`;
  await runSql(serverUrl, `create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await createTables(client, journal.entries[next - 1]!.when);
  await client.end();
  return url;
}

test("members of staff keep the restaurant that they had, unless it is closed for good", async () => {
  const url = await createOldDatabase();
  await runSql(
    url,
    `insert into restaurants (id, name, address, city_name, district_name, gb_city_code, lat, lng, phone, week_hours,
       accepts_orders, delivers, delivery_radius_m, slot_capacity, closed_at)
     select id, id, '路', '上海市', '徐汇区', '310100', 31, 121, '021', '[]', true, false, 0, 1, closed_at
     from (values ('OPEN', null), ('SHUT', now())) as r (id, closed_at)`,
  );
  await runSql(
    url,
    `insert into staff (id, phone, name, role, restaurant_id, disabled_at, created_at)
     values ('works', '1', '甲', 'store', 'OPEN', null, now()), ('left', '2', '乙', 'store', 'OPEN', now(), now()),
       ('idle', '3', '丙', 'store', 'SHUT', null, now()), ('agent', '4', '丁', 'agent', null, null, now())`,
  );
  await migrateDatabase(url);
  expect(await runSql(url, "select staff_id, restaurant_id from staff_restaurants order by 1")).toEqual([
    { staff_id: "left", restaurant_id: "OPEN" },
    { staff_id: "works", restaurant_id: "OPEN" },
  ]);
  expect(await runSql(url, "select id from staff order by 1")).toHaveLength(4);
});
