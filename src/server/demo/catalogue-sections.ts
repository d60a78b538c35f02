import { CatalogueService } from "../modules/catalogue/catalogue.service.ts";
import { findDishes } from "../modules/menu/dish-draft.repository.ts";
import * as categories from "../modules/menu/menu-category.repository.ts";
import { MenuPublishService } from "../modules/menu/menu-publish.service.ts";
import { update as updateRestaurant } from "../modules/restaurant/restaurant.repository.ts";
import { StaffMemberService } from "../modules/staff/staff-member.service.ts";
import type { QueryRunner } from "../platform/database/Database.ts";
import { ruleBroken } from "../platform/http/AppError.ts";
import type { Sheet } from "../platform/spreadsheets/WorkbookReader.ts";
import { addMs } from "../platform/time/clock.ts";
import { dishes, restaurants, storeDishes } from "../schema/restaurants.ts";
import { staff } from "../schema/service.ts";
import { createSection, type DemoSection, demoActor, joinTransaction, type Seeding } from "./DemoSection.ts";
import type { Demo, DemoPause } from "./demo.ts";
import { filterRows, listCells, mapCells } from "./demo-sheet.ts";

const minuteMs = 60_000;
const batchSize = 500;
const restaurantCode = "门店编号";
const dishCode = "菜品编号";
const variantCode = "规格编号";
const categoryName = "分类";
const phoneNumber = "手机号";

/** Lists the sections of the chain itself, which come from its catalogue files. */
export function catalogueSections(demo: Demo): DemoSection[] {
  return [
    categorySection(demo),
    restaurantSection(demo),
    menuSection(demo),
    staffSection(demo),
    adminSection(demo),
  ];
}

function categorySection(demo: Demo): DemoSection {
  return createSection({
    name: "category",
    items: demo.categories,
    keyOf: ({ id }) => id,
    listExisting: async (tx) => (await categories.listAll(tx)).map(({ id }) => id),
    addAll: async ({ tx }, added) => {
      for (const category of added) await categories.insert(tx, category);
    },
  });
}

function restaurantSection(demo: Demo): DemoSection {
  return {
    name: "store",
    keys: listCells(demo.restaurants, restaurantCode),
    listExisting: listRestaurantIds,
    add: async (seeding, keys) => {
      await importSheet(
        seeding,
        filterRows(demo.restaurants, restaurantCode, (code) => keys.has(code)),
      );
      for (const { restaurantId, ...pause } of demo.pauses)
        if (keys.has(restaurantId)) await setPause(seeding, restaurantId, pause);
      await insertSales(seeding.tx, demo, (restaurantId) => keys.has(restaurantId));
    },
  };
}

async function setPause(
  { tx, now }: Seeding,
  restaurantId: string,
  { minutes, reason: pauseReason }: Omit<DemoPause, "restaurantId">,
): Promise<void> {
  const pausedUntil = minutes === null ? null : addMs(now, minutes * minuteMs);
  await updateRestaurant(tx, restaurantId, { pausedUntil, pauseReason });
}

function menuSection(demo: Demo): DemoSection {
  return {
    name: "dish",
    keys: listCells(demo.menu, variantCode),
    listExisting: listDishIds,
    add: async (seeding, keys) => {
      const sheet = await keepNewDishes(seeding.tx, demo, keys);
      await importSheet(seeding, sheet);
      const added = new Set(listCells(sheet, variantCode));
      await insertSales(seeding.tx, demo, (_restaurantId, dishId) => added.has(dishId));
    },
  };
}

/**
 * Returns the menu with the new dishes only, under the present names of their categories. A dish that was ever there
 * stays as people have it, without the variants that a newer version gives it; so does a category that they deleted.
 */
async function keepNewDishes(tx: QueryRunner, demo: Demo, keys: ReadonlySet<string>): Promise<Sheet> {
  const variantIds = listCells(demo.menu, variantCode);
  const spuIds = listCells(demo.menu, dishCode);
  const existing = await findDishes(tx, [...new Set(spuIds)]);
  const left = new Set([
    ...spuIds.filter((_spuId, index) => !keys.has(variantIds[index] ?? "")),
    ...existing.map(({ spuId }) => spuId),
  ]);
  const nameById = new Map((await categories.listAll(tx)).map(({ id, name }) => [id, name]));
  const nameNow = new Map(demo.categories.map(({ id, name }) => [name, nameById.get(id)]));
  const added = filterRows(demo.menu, dishCode, (spuId) => !left.has(spuId));
  const placed = filterRows(added, categoryName, (name) => nameNow.get(name) !== undefined);
  return mapCells(placed, categoryName, (name) => nameNow.get(name) ?? name);
}

function staffSection(demo: Demo): DemoSection {
  return {
    name: "staff",
    keys: listCells(demo.staff, phoneNumber),
    listExisting: listStaffPhones,
    add: (seeding, keys) =>
      importSheet(
        seeding,
        filterRows(demo.staff, phoneNumber, (phone) => keys.has(phone)),
      ),
  };
}

/** The administrators, whom an import of staff refuses: added as by `npm run admin`. */
function adminSection(demo: Demo): DemoSection {
  return createSection({
    // Of versions that had one section for all members.
    name: "staff",
    items: demo.admins,
    keyOf: ({ phone }) => phone,
    listExisting: listStaffPhones,
    addAll: async ({ tx, now }, added) => {
      const members = new StaffMemberService({ database: joinTransaction(tx), clock: { now: () => now } });
      for (const admin of added)
        await members.add(tx, demoActor, { ...admin, role: "admin", restaurant_ids: [] });
    },
  });
}

/** Imports a sheet as `npm run catalogue -- import --publish` does. Throws "rule_broken" with its first problem. */
async function importSheet({ tx, now, chainSettings }: Seeding, sheet: Sheet): Promise<void> {
  const deps = { database: joinTransaction(tx), clock: { now: () => now }, chainSettings };
  const { problems, draftIds } = await new CatalogueService(deps).import(demoActor, [sheet]);
  const [first] = problems;
  if (first !== undefined)
    throw ruleBroken(`${first.sheet} 第 ${first.row} 行 ${first.column}：${first.problem}`, "file");
  if (draftIds.length > 0) await new MenuPublishService(deps).publish(demoActor, draftIds, undefined);
}

/** Inserts the past sales of variants in restaurants, as far as both are in the database. */
async function insertSales(
  tx: QueryRunner,
  demo: Demo,
  isAdded: (restaurantId: string, dishId: string) => boolean,
): Promise<void> {
  const [openIds, soldIds] = [new Set(await listRestaurantIds(tx)), new Set(await listDishIds(tx))];
  const rows = listCells(demo.restaurants, restaurantCode).flatMap((restaurantId, place) =>
    demo.sales
      .filter(
        ({ dishId }) => openIds.has(restaurantId) && soldIds.has(dishId) && isAdded(restaurantId, dishId),
      )
      .map(({ dishId, sold, left }) => ({
        restaurantId,
        dishId,
        stock: left,
        // The chain's sales, spread unevenly so that restaurants differ.
        sales: Math.floor((sold * (3 + (place % 7))) / 60),
      })),
  );
  for (let at = 0; at < rows.length; at += batchSize)
    await tx
      .insert(storeDishes)
      .values(rows.slice(at, at + batchSize))
      .onConflictDoNothing();
}

async function listRestaurantIds(tx: QueryRunner): Promise<string[]> {
  return (await tx.select({ key: restaurants.id }).from(restaurants)).map(({ key }) => key);
}

async function listDishIds(tx: QueryRunner): Promise<string[]> {
  return (await tx.select({ key: dishes.id }).from(dishes)).map(({ key }) => key);
}

async function listStaffPhones(tx: QueryRunner): Promise<string[]> {
  return (await tx.select({ key: staff.phone }).from(staff)).map(({ key }) => key);
}
