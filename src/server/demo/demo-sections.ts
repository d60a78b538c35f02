import { eq, inArray } from "drizzle-orm";
import { everyDay } from "#contract/restaurant/opening-hours.ts";
import { generateVoucherNumber } from "../modules/voucher/voucher-number.rules.ts";
import type { QueryRunner } from "../platform/database/Database.ts";
import { newId } from "../platform/security/ids.ts";
import { addMs } from "../platform/time/clock.ts";
import { users } from "../schema/accounts.ts";
import { vouchers } from "../schema/orders.ts";
import { cards } from "../schema/payments.ts";
import { dishes, menuCategories, restaurants, storeDishes } from "../schema/restaurants.ts";
import { staff, staffRestaurants } from "../schema/service.ts";
import { type DemoDish, type DemoRestaurant, demoChain } from "./demo-chain.ts";
import { type DemoVoucher, demoVouchers } from "./demo-vouchers.ts";
import { seedCustomer } from "./seed-customer.ts";
import { demoMemberCards, seedMemberCard } from "./seed-member-cards.ts";

const dayMs = 86_400_000;
const batchSize = 500;
const issuer = "demo";

/** Contents of this version's demo. */
export const fullDemo = { ...demoChain, vouchers: demoVouchers, cards: demoMemberCards };
export type Demo = typeof fullDemo;

/** Demo items of one kind, each under a key that is the same in all versions. */
interface DemoSection {
  name: string;
  keys: string[];
  /** Returns the keys of the items in the database, whether seeded or created by hand. */
  listExisting(tx: QueryRunner): Promise<string[]>;
  /** Inserts the items with these keys. */
  add(tx: QueryRunner, keys: ReadonlySet<string>, now: Date): Promise<void>;
}

interface SectionOptions<Item> extends Pick<DemoSection, "name" | "listExisting"> {
  items: readonly Item[];
  keyOf: (thing: Item) => string;
  addAll: (tx: QueryRunner, items: Item[], now: Date) => Promise<void>;
}

function createSection<Item>({
  name,
  listExisting: found,
  items: things,
  keyOf,
  addAll,
}: SectionOptions<Item>): DemoSection {
  return {
    name,
    listExisting: found,
    keys: things.map(keyOf),
    add: (tx, keys, now) =>
      addAll(
        tx,
        things.filter((thing) => keys.has(keyOf(thing))),
        now,
      ),
  };
}

/** Lists the sections of a demo, each after the sections that it depends on. */
export function listSections(demo: Demo): DemoSection[] {
  return [...menuSections(demo), ...peopleSections(demo), voucherSection(demo)];
}

function menuSections(demo: Demo): DemoSection[] {
  const categories = createSection({
    name: "category",
    items: demo.categories,
    keyOf: ({ id }) => id,
    listExisting: listCategoryIds,
    addAll: async (tx, things) => {
      await tx
        .insert(menuCategories)
        .values(things.map(({ id, name, rank, icon }) => ({ id, name, rank, icon })));
    },
  });
  const stores = createSection({
    name: "store",
    items: demo.stores,
    keyOf: ({ storecode }) => storecode,
    listExisting: listRestaurantIds,
    addAll: async (tx, things, now) => {
      await tx.insert(restaurants).values(things.map((store) => toRestaurantRow(store, now)));
      await insertOffers(tx, demo, { stores: things, dishes: demo.dishes });
    },
  });
  const menu = createSection({
    name: "dish",
    items: demo.dishes,
    keyOf: ({ id }) => id,
    listExisting: listDishIds,
    addAll: async (tx, things) => {
      const headings = new Set(await listCategoryIds(tx));
      // Skips new dishes of a category that was deleted by hand.
      const rows = things
        .filter(({ categoryId }) => headings.has(categoryId))
        .map(({ stock: _stock, sales: _sales, ...dish }) => ({
          ...dish,
          rank: demo.dishes.findIndex(({ id }) => id === dish.id),
        }));
      if (rows.length > 0) await tx.insert(dishes).values(rows);
      await insertOffers(tx, demo, { stores: demo.stores, dishes: things });
    },
  });
  return [categories, stores, menu];
}

function peopleSections(demo: Demo): DemoSection[] {
  const members = createSection({
    name: "staff",
    items: demo.staff,
    keyOf: ({ phone }) => phone,
    listExisting: async (tx) => (await tx.select({ key: staff.phone }).from(staff)).map(({ key }) => key),
    addAll: async (tx, things, createdAt) => {
      const rows = things.map((one) => ({ ...one, id: newId() }));
      await tx
        .insert(staff)
        .values(rows.map(({ id, phone, name, role }) => ({ id, phone, name, role, createdAt })));
      const workplaces = rows.flatMap(({ id: staffId, storecode }) =>
        storecode === null ? [] : [{ staffId, restaurantId: storecode }],
      );
      if (workplaces.length > 0) await tx.insert(staffRestaurants).values(workplaces);
    },
  });
  const customers = createSection({
    name: "customer",
    items: demo.customers,
    keyOf: ({ phone }) => phone,
    listExisting: async (tx) => {
      const phones = demo.customers.map(({ phone }) => phone);
      const rows = await tx.select({ key: users.phone }).from(users).where(inArray(users.phone, phones));
      return rows.map(({ key }) => String(key));
    },
    addAll: async (tx, things, now) => {
      for (const customer of things) await seedCustomer(tx, customer, now);
    },
  });
  const memberCards = createSection({
    name: "card",
    items: demo.cards,
    keyOf: ({ number }) => number,
    listExisting: async (tx) => {
      const numbers = demo.cards.map(({ number }) => number);
      const rows = await tx.select({ key: cards.number }).from(cards).where(inArray(cards.number, numbers));
      return rows.map(({ key }) => key);
    },
    addAll: async (tx, things, now) => {
      for (const card of things) await seedMemberCard(tx, card, now);
    },
  });
  return [members, customers, memberCards];
}

function voucherSection(demo: Demo): DemoSection {
  return createSection({
    name: "voucher",
    items: demo.vouchers,
    keyOf: voucherKey,
    listExisting: async (tx) =>
      (await tx.select().from(vouchers).where(eq(vouchers.issuedBy, issuer))).map(voucherKey),
    addAll: async (tx, things, now) => {
      const rows = things.map(({ days, ...voucher }) => ({
        id: generateVoucherNumber(),
        ...voucher,
        status: "issued" as const,
        issuedBy: issuer,
        createdAt: addMs(now, -10 * dayMs),
        expiresAt: addMs(now, days * dayMs),
      }));
      await tx.insert(vouchers).values(rows);
    },
  });
}

async function listCategoryIds(tx: QueryRunner): Promise<string[]> {
  return (await tx.select({ key: menuCategories.id }).from(menuCategories)).map(({ key }) => key);
}

async function listRestaurantIds(tx: QueryRunner): Promise<string[]> {
  return (await tx.select({ key: restaurants.id }).from(restaurants)).map(({ key }) => key);
}

async function listDishIds(tx: QueryRunner): Promise<string[]> {
  return (await tx.select({ key: dishes.id }).from(dishes)).map(({ key }) => key);
}

function voucherKey({ partner, title }: Pick<DemoVoucher, "partner" | "title">): string {
  return `${partner} ${title}`;
}

/** Inserts an offer of every given dish at every given restaurant, as far as both are in the database. */
async function insertOffers(
  tx: QueryRunner,
  demo: Demo,
  { stores, dishes: sold }: { stores: DemoRestaurant[]; dishes: DemoDish[] },
): Promise<void> {
  const [openIds, soldIds] = [new Set(await listRestaurantIds(tx)), new Set(await listDishIds(tx))];
  const offers = stores
    .filter(({ storecode }) => openIds.has(storecode))
    .flatMap((store) =>
      sold
        .filter(({ id }) => soldIds.has(id))
        .map((dish) => ({
          restaurantId: store.storecode,
          dishId: dish.id,
          stock: dish.stock,
          // The chain's sales, spread unevenly so that restaurants differ.
          sales: Math.floor((dish.sales * (3 + (demo.stores.indexOf(store) % 7))) / 60),
        })),
    );
  for (let at = 0; at < offers.length; at += batchSize)
    await tx.insert(storeDishes).values(offers.slice(at, at + batchSize));
}

function toRestaurantRow(store: DemoRestaurant, now: Date): typeof restaurants.$inferInsert {
  return {
    id: store.storecode,
    name: store.name,
    address: store.address,
    cityName: store.cityName,
    districtName: store.districtName,
    gbCityCode: store.gbCityCode,
    lat: store.lat,
    lng: store.lng,
    phone: store.phone,
    weekHours: everyDay([store.startTime, store.endTime]),
    acceptsOrders: store.acceptsOrders,
    pausedUntil: store.pausedMinutes === null ? null : addMs(now, store.pausedMinutes * 60_000),
    pauseReason: store.pauseReason,
    delivers: store.delivers,
    deliveryRadiusM: store.deliveryRadiusM,
    deliveryPolygon: store.deliveryPolygon,
    slotCapacity: store.slotCapacity,
  };
}
