import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { isOneOf } from "../../platform/database/one-of.ts";
import { dishes, menuCategories, storeDishes } from "../../schema/restaurants.ts";

const columns = {
  id: dishes.id,
  spuId: dishes.spuId,
  spuName: dishes.spuName,
  specName: dishes.specName,
  name: dishes.name,
  priceFen: sql<number>`coalesce(${storeDishes.priceFen}, ${dishes.priceFen})`.mapWith(Number),
  originalPriceFen: dishes.originalPriceFen,
  description: dishes.description,
  image: dishes.image,
  dayParts: dishes.dayParts,
  weekdays: dishes.weekdays,
  soldFrom: dishes.soldFrom,
  soldUntil: dishes.soldUntil,
  takeaway: dishes.takeaway,
  inStore: dishes.inStore,
  minQuantity: dishes.minQuantity,
  maxQuantity: dishes.maxQuantity,
  allergens: dishes.allergens,
  nutrition: dishes.nutrition,
  stock: storeDishes.stock,
  dailyStock: storeDishes.dailyStock,
  soldOutUntil: storeDishes.soldOutUntil,
  soldOut: sql<boolean>`coalesce(${storeDishes.soldOut}, false)`,
  sales: sql<number>`coalesce(${storeDishes.sales}, 0)`.mapWith(Number),
  category: menuCategories.name,
  categoryRank: menuCategories.rank,
  categoryIcon: menuCategories.icon,
};

/** Whether the chain sells a dish at present, and the restaurant does not leave it out. */
export const isSold = and(
  isNull(dishes.retiredAt),
  eq(dishes.onSale, true),
  sql`coalesce(${storeDishes.offered}, true)`,
);

/** The row in which a restaurant differs from the chain, if there is one. */
export function isRowOf(restaurantId: string) {
  return and(eq(storeDishes.restaurantId, restaurantId), eq(storeDishes.dishId, dishes.id));
}

/** By category, dish and variant. */
export const menuOrder = [
  asc(menuCategories.rank),
  asc(dishes.rank),
  asc(dishes.variantRank),
  asc(dishes.id),
];

/** Selects what a restaurant sells; `condition` narrows it. */
export function selectDishes(queries: QueryRunner, restaurantId: string, condition?: SQL) {
  return queries
    .select(columns)
    .from(dishes)
    .innerJoin(menuCategories, eq(menuCategories.id, dishes.categoryId))
    .leftJoin(storeDishes, isRowOf(restaurantId))
    .where(and(isSold, condition));
}

/** Lists everything that a restaurant sells of the chain's dishes, by rubric and rank. */
export async function listMenu(queries: QueryRunner, restaurantId: string) {
  return await selectDishes(queries, restaurantId).orderBy(...menuOrder);
}

export type MenuRow = Awaited<ReturnType<typeof listMenu>>[number];

/** Lists a restaurant's dishes by id; those it does not sell are missing. */
export async function listDishesByIds(
  queries: QueryRunner,
  restaurantId: string,
  ids: string[],
): Promise<MenuRow[]> {
  return await selectDishes(queries, restaurantId, isOneOf(dishes.id, ids));
}

export async function listCategories(queries: QueryRunner) {
  return await queries.select().from(menuCategories).orderBy(asc(menuCategories.rank));
}

/** Portions of a limited dish that one customer's unpaid orders may always hold, if that many are left. */
export const minReservablePortions = 2;

/**
 * Reserves portions of a dish; returns null when there are not enough, and `reserved` 0 for unlimited stock.
 * A customer with `ownReserved` portions in unpaid orders gets only a share of limited stock; null for a paid
 * order.
 */
export async function reserveStock(
  tx: QueryRunner,
  restaurantId: string,
  { id: dishId, quantity }: { id: string; quantity: number },
  ownReserved: number | null,
  isRepeated = false,
): Promise<{ reserved: number } | null> {
  // Same formula as `limitToFairShare`, on the current stock.
  const minimum = sql`(select coalesce(${dishes.minQuantity}, 0) from ${dishes} where ${dishes.id} = ${dishId})`;
  const share =
    ownReserved === null
      ? sql`${storeDishes.stock}`
      : sql`least(${storeDishes.stock}, greatest(${minReservablePortions}::int, ${minimum}, (${storeDishes.stock} + ${ownReserved}::int + 1) / 2) - ${ownReserved}::int)`;
  const rows = await tx
    .update(storeDishes)
    .set({ stock: sql`${storeDishes.stock} - ${quantity}` })
    .where(
      and(
        eq(storeDishes.restaurantId, restaurantId),
        eq(storeDishes.dishId, dishId),
        eq(storeDishes.offered, true),
        eq(storeDishes.soldOut, false),
        sql`(${storeDishes.stock} is null or ${share} >= ${quantity})`,
      ),
    )
    .returning({ stock: storeDishes.stock });
  if (rows[0] !== undefined) return { reserved: rows[0].stock === null ? 0 : quantity };
  if (isRepeated) return null;
  // Without a row the restaurant sells the dish as the chain does: without a limit.
  const [row] = await tx
    .select({ id: storeDishes.dishId })
    .from(storeDishes)
    .where(and(eq(storeDishes.restaurantId, restaurantId), eq(storeDishes.dishId, dishId)));
  // A row that another order has added meanwhile may be without a limit too.
  return row === undefined
    ? { reserved: 0 }
    : await reserveStock(tx, restaurantId, { id: dishId, quantity }, ownReserved, true);
}

/** Business day of an order's portions: when the order was made, and when it is or was to be served. */
export interface PortionTimes {
  createdAt: Date;
  servedAt: Date;
}

/** Returns the times of an order's portions. */
export function getPortionTimes(order: { createdAt: Date; bookingAt: Date | null }): PortionTimes {
  return { createdAt: order.createdAt, servedAt: order.bookingAt ?? order.createdAt };
}

/**
 * Releases portions of an order. A dish whose stock became unlimited meanwhile stays unlimited; one with a stock of the
 * day gets back no portions of another business day: neither served before, nor taken before for a later one; and no more
 * than that stock.
 */
export async function releaseStock(
  tx: QueryRunner,
  restaurantId: string,
  dishId: string,
  quantity: number,
  { createdAt, servedAt }: PortionTimes,
): Promise<void> {
  await tx
    .update(storeDishes)
    .set({
      // Null stays null; least and greatest leave out a null, so that without a stock of the day all come back.
      stock: sql`case when ${storeDishes.stock} is null then null
        when ${storeDishes.stockDayAt} > ${servedAt.toISOString()}::timestamptz
          or (${storeDishes.stockDayAt} > ${createdAt.toISOString()}::timestamptz
              and ${storeDishes.stockResetAt} <= ${servedAt.toISOString()}::timestamptz)
        then ${storeDishes.stock} else
        least(${storeDishes.stock} + ${quantity}::int,
          case when ${storeDishes.dailyStock} is null then null
               else greatest(${storeDishes.stock}, ${storeDishes.dailyStock}) end) end`,
    })
    .where(and(eq(storeDishes.restaurantId, restaurantId), eq(storeDishes.dishId, dishId)));
}

/** Adds to the number of portions sold; a negative quantity subtracts. */
export async function addSales(
  tx: QueryRunner,
  restaurantId: string,
  dishId: string,
  quantity: number,
): Promise<void> {
  const sales = Math.max(0, quantity);
  await tx
    .insert(storeDishes)
    .values({ restaurantId, dishId, sales })
    .onConflictDoUpdate({
      target: [storeDishes.restaurantId, storeDishes.dishId],
      set: { sales: sql`greatest(0, ${storeDishes.sales} + ${quantity})` },
    });
}
