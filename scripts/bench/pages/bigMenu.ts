import type { TestEnvironment } from "../../lib/TestEnvironment.ts";

/**
 * Adds about that many dishes to a demo restaurant, spread over its categories, with the demo's images; the
 * server picks the change up through its change notifications.
 */
export async function growMenu(environment: TestEnvironment, store: string, dishes: number): Promise<void> {
  await environment.queryRows(
    `insert into dishes (id, name, category_id, price_fen, description, image, takeaway, in_store, rank)
      select 'N' || lpad(n::text, 5, '0'), '新菜' || n, c.id, 1000 + n % 50 * 100, '按量做的菜', d.image, true, true, 1000 + n
      from generate_series(1, $2::int - (select count(*)::int from store_dishes where restaurant_id = $1 and dish_id not like 'N%')) n
        join (select id, row_number() over (order by rank) as nth, count(*) over () as all from menu_categories) c
          on c.nth = 1 + n % c.all
        join (select image, row_number() over (order by id) as nth, count(*) over () as all
          from dishes where image <> '' and id not like 'N%') d on d.nth = 1 + n % d.all
      on conflict do nothing`,
    [store, dishes],
  );
  await environment.queryRows(
    `insert into store_dishes (restaurant_id, dish_id, sales) select $1, id, 10 from dishes where id like 'N%'
      on conflict do nothing`,
    [store],
  );
}
