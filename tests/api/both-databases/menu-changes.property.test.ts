import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { createBuyers, createIdempotencyKey } from "../../support/api/buyers.ts";
import { Client } from "../../support/api/Client.ts";
import { inputOf, MenuEditor } from "../../support/api/menuForms.ts";
import { createStaffClient } from "../../support/api/orders.ts";
import { defaultRestaurantId } from "../../support/api/people.ts";
import { repetitions } from "../../support/api/repetitions.ts";
import { type SecondServer, startSecondServer } from "../../support/api/SecondServer.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { waitOptions } from "../../support/api/waitOptions.ts";

const runs = repetitions(12);
let app: TestApp;
let secondServer: SecondServer;
let admin: Client & { id: string };
let menu: MenuEditor;
let soldTotal = 0;

beforeAll(async () => {
  app = await startTestApp();
  secondServer = await startSecondServer(app);
  admin = await createStaffClient(app, "admin");
  menu = new MenuEditor(app, admin, new Client(app.server));
  // Connects both servers to the notifications before anything is cached.
  for (const server of [app.server, secondServer.server]) await readMenu(server);
  await vi.waitUntil(() => app.content.isReliable && secondServer.app.content.isReliable, waitOptions);
});

afterAll(async () => {
  await secondServer.close();
  await app.close();
});

async function readMenu(server: TestApp["server"]) {
  const query = { restaurant_id: defaultRestaurantId };
  return await new Client(server).data(menuEndpoints.items, { query });
}

/** A change of the menu, by the head office or the restaurant. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("price" as const), fen: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant("sale" as const), on: fc.boolean() }),
  fc.record({
    kind: fc.constant("offer" as const),
    on: fc.boolean(),
    price: fc.option(fc.integer({ min: 1, max: 5_000 })),
  }),
  fc.record({ kind: fc.constant("stock" as const), portions: fc.option(fc.nat({ max: 4 })) }),
  fc.record({
    kind: fc.constant("limits" as const),
    min: fc.option(fc.constant(2)),
    max: fc.option(fc.integer({ min: 2, max: 3 })),
  }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Orders of several customers who look at the menu first, while something changes. */
const step = fc.record({
  quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  before: fc.option(change),
  during: fc.option(change),
});

/** What is known of the dish: everything that it may be during a step. */
interface Possible {
  prices: Set<number>;
  /** Minimum and maximum of an order. */
  limits: [min: number, max: number][];
  isSold: boolean;
}

async function apply(id: string, item: Change): Promise<void> {
  if (item.kind === "offer") {
    const body = {
      dish_id: id,
      restaurant_ids: [defaultRestaurantId],
      is_offered: item.on,
      price: item.price,
    };
    await admin.data(menuAdminEndpoints.setOffer, { body });
  } else if (item.kind === "stock") {
    const body = { restaurant_id: defaultRestaurantId, dish_id: id, stock: item.portions };
    const { status } = await admin.call(staffRestaurantEndpoints.dish, { body });
    // A dish that is off sale cannot be found.
    expect([200, 404]).toContain(status);
  } else {
    const dish = await menu.find(id);
    const [variant] = dish.variants;
    const variants = [{ ...variant!, ...(item.kind === "price" && { price: item.fen }) }];
    const limits = item.kind === "limits" && { min_quantity: item.min, max_quantity: item.max };
    await menu.save(
      inputOf(dish, { variants, ...limits, ...(item.kind === "sale" && { on_sale: item.on }) }),
    );
    await admin.call(menuAdminEndpoints.publish, { body: { spu_ids: [id] } });
  }
}

/** Reads what customers pay, how many portions an order may have, and whether it is sold at all. */
async function readTruth(id: string) {
  const [row] = await app.sql<{
    price: string;
    min: number;
    max: number;
    is_sold: boolean;
    is_offered: boolean;
  }>(
    `select coalesce(s.price_fen, d.price_fen) as price,
            coalesce(d.min_quantity, 1) as min, coalesce(d.max_quantity, 99) as max,
            d.on_sale and coalesce(s.offered, true) as is_offered,
            d.on_sale and coalesce(s.offered, true) and coalesce(s.stock, 1) > 0 as is_sold
       from dishes d left join store_dishes s on s.dish_id = d.id and s.restaurant_id = $2 where d.id = $1`,
    [id, defaultRestaurantId],
  );
  if (row === undefined) throw new Error(`there is no dish ${id}`);
  const limits: [number, number] = [row.min, row.max];
  return { price: Number(row.price), limits, isSold: row.is_sold, isOffered: row.is_offered };
}

test("nobody pays a price that they did not see, nothing is sold that is not on or not in this number, and no stock falls below zero", async () => {
  const scenario = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
    const { spu_id: id } = await menu.save({ name: "当日菜" });
    await menu.publish({ spu_ids: [id] });
    for (const { quantities, before, during } of steps) {
      if (before !== null) await apply(id, before);
      const possible: Possible = { prices: new Set(), limits: [], isSold: false };
      // Portions that come while the customers order may be sold again before the next look.
      const bringsPortions = during?.kind === "stock" && during.portions !== 0;
      const note = ({ price, limits, isSold, isOffered }: Awaited<ReturnType<typeof readTruth>>) => {
        possible.prices.add(price);
        possible.limits.push(limits);
        possible.isSold ||= isSold || (bringsPortions && isOffered);
      };
      note(await readTruth(id));
      await app.content.waitForDelivery();
      const seen = (await menu.onMenu(id))[0]?.price ?? [...possible.prices][0] ?? 0;
      const buyers = await createBuyers(app, quantities.length);
      const orders = buyers.map((buyer, index) =>
        buyer.call(orderEndpoints.create, {
          body: {
            order_type: "pickup",
            restaurant_id: defaultRestaurantId,
            items: [{ id, quantity: quantities[index] ?? 1 }],
            expected_total: seen * (quantities[index] ?? 1),
            client_key: createIdempotencyKey(),
          },
        }),
      );
      const [responses] = await Promise.all([
        Promise.all(orders),
        during === null ? Promise.resolve() : apply(id, during),
      ]);
      note(await readTruth(id));
      for (const [index, { status, data }] of responses.entries()) {
        expect([200, 409]).toContain(status);
        if (status !== 200) continue;
        soldTotal += 1;
        expect(possible.isSold).toBe(true);
        expect(possible.prices).toContain(seen);
        const portions = quantities[index] ?? 1;
        expect(possible.limits.some(([min, max]) => min <= portions && portions <= max)).toBe(true);
        expect(data.total_amount).toBe(seen * (quantities[index] ?? 1));
      }
      expect(await app.sql("select dish_id, stock from store_dishes where stock < 0")).toEqual([]);
    }
    // Portions that were set by the scenario are no fault of the ledgers.
    await app.ledgerCheck.resetBaseline();
  });
  await fc.assert(scenario, { numRuns: runs });
  expect(soldTotal).toBeGreaterThan(0);
});

test("a change of the head office is on customers' menus of both processes at once", async () => {
  const { spu_id: id } = await menu.save({ name: "两处可见" });
  const findOn = async (server: TestApp["server"]) =>
    (await readMenu(server)).find((item) => item.id === id)?.price ?? null;
  const seenByBoth = async (price: number | null) => {
    const startedAt = performance.now();
    for (const server of [app.server, secondServer.server])
      await expect.poll(() => findOn(server), { interval: 20, timeout: 10_000 }).toBe(price);
    return performance.now() - startedAt;
  };
  await seenByBoth(null);
  const times: number[] = [];
  const publishPrice = async (price: number) => {
    const dish = await menu.find(id);
    await menu.save(inputOf(dish, { variants: [{ ...dish.variants[0]!, price }] }));
    await admin.data(menuAdminEndpoints.publish, { body: { spu_ids: [id] } });
    times.push(await seenByBoth(price));
  };
  for (const price of [1_111, 2_222, 3_333]) await publishPrice(price);
  await admin.data(menuAdminEndpoints.setOffer, { body: { dish_id: id, is_offered: false } });
  times.push(await seenByBoth(null));
  process.stdout.write(`visible on both processes after ${times.map(Math.round).join(", ")} ms\n`);
});
