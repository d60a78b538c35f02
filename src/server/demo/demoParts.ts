import { eq, inArray } from "drizzle-orm";
import { newVoucherNumber } from "../modules/voucher/voucher-number.ts";
import { later } from "../platform/clock.ts";
import type { Queries } from "../platform/Database.ts";
import { newId } from "../platform/ids.ts";
import { users } from "../schema/accounts.ts";
import { vouchers } from "../schema/orders.ts";
import { cards } from "../schema/payments.ts";
import { dishes, menuCategories, restaurants, storeDishes } from "../schema/restaurants.ts";
import { staff } from "../schema/service.ts";
import { type DemoDish, type DemoStore, demoChain } from "./demoChain.ts";
import { type DemoVoucher, demoVouchers } from "./demoVouchers.ts";
import { demoCards, seedCard } from "./seedCards.ts";
import { seedCustomer } from "./seedCustomer.ts";

const dayMs = 86_400_000;
const chunk = 500;
const issuer = "demo";

/** All that this version's demo consists of. */
export const wholeDemo = { ...demoChain, vouchers: demoVouchers, cards: demoCards };
export type Demo = typeof wholeDemo;

/** Things of one kind, each under a key that is the same in all versions. */
interface DemoPart {
  name: string;
  keys: string[];
  /** The keys of those that are in the database, whoever put them there. */
  found(tx: Queries): Promise<string[]>;
  /** Adds those of the keys. */
  add(tx: Queries, keys: ReadonlySet<string>, now: Date): Promise<void>;
}

interface PartOf<Thing> extends Pick<DemoPart, "name" | "found"> {
  things: readonly Thing[];
  keyOf: (thing: Thing) => string;
  addAll: (tx: Queries, things: Thing[], now: Date) => Promise<void>;
}

function part<Thing>({ name, found, things, keyOf, addAll }: PartOf<Thing>): DemoPart {
  return {
    name,
    found,
    keys: things.map(keyOf),
    add: (tx, keys, now) =>
      addAll(
        tx,
        things.filter((thing) => keys.has(keyOf(thing))),
        now,
      ),
  };
}

/** The parts of a demo, each after those that it needs. */
export function partsOf(demo: Demo): DemoPart[] {
  return [...menuParts(demo), ...peopleParts(demo), voucherPart(demo)];
}

function menuParts(demo: Demo): DemoPart[] {
  const categories = part({
    name: "category",
    things: demo.categories,
    keyOf: ({ id }) => id,
    found: categoryIds,
    addAll: async (tx, things) => {
      await tx
        .insert(menuCategories)
        .values(things.map(({ id, name, rank, icon }) => ({ id, name, rank, icon })));
    },
  });
  const stores = part({
    name: "store",
    things: demo.stores,
    keyOf: ({ storecode }) => storecode,
    found: storeIds,
    addAll: async (tx, things, now) => {
      await tx.insert(restaurants).values(things.map((store) => storeRow(store, now)));
      await offer(tx, demo, { stores: things, dishes: demo.dishes });
    },
  });
  const menu = part({
    name: "dish",
    things: demo.dishes,
    keyOf: ({ id }) => id,
    found: dishIds,
    addAll: async (tx, things) => {
      const headings = new Set(await categoryIds(tx));
      // One that a person took away takes its new dishes with it.
      const rows = things
        .filter(({ categoryId }) => headings.has(categoryId))
        .map(({ stock: _stock, sales: _sales, ...dish }) => ({
          ...dish,
          rank: demo.dishes.findIndex(({ id }) => id === dish.id),
        }));
      if (rows.length > 0) await tx.insert(dishes).values(rows);
      await offer(tx, demo, { stores: demo.stores, dishes: things });
    },
  });
  return [categories, stores, menu];
}

function peopleParts(demo: Demo): DemoPart[] {
  const members = part({
    name: "staff",
    things: demo.staff,
    keyOf: ({ phone }) => phone,
    found: async (tx) => (await tx.select({ key: staff.phone }).from(staff)).map(({ key }) => key),
    addAll: async (tx, things, createdAt) => {
      const rows = things.map(({ phone, name, role, storecode: restaurantId }) => ({
        id: newId(),
        phone,
        name,
        role,
        restaurantId,
        createdAt,
      }));
      await tx.insert(staff).values(rows);
    },
  });
  const customers = part({
    name: "customer",
    things: demo.customers,
    keyOf: ({ phone }) => phone,
    found: async (tx) => {
      const phones = demo.customers.map(({ phone }) => phone);
      const rows = await tx.select({ key: users.phone }).from(users).where(inArray(users.phone, phones));
      return rows.map(({ key }) => String(key));
    },
    addAll: async (tx, things, now) => {
      for (const customer of things) await seedCustomer(tx, customer, now);
    },
  });
  const memberCards = part({
    name: "card",
    things: demo.cards,
    keyOf: ({ number }) => number,
    found: async (tx) => {
      const numbers = demo.cards.map(({ number }) => number);
      const rows = await tx.select({ key: cards.number }).from(cards).where(inArray(cards.number, numbers));
      return rows.map(({ key }) => key);
    },
    addAll: async (tx, things, now) => {
      for (const card of things) await seedCard(tx, card, now);
    },
  });
  return [members, customers, memberCards];
}

function voucherPart(demo: Demo): DemoPart {
  return part({
    name: "voucher",
    things: demo.vouchers,
    keyOf: voucherKey,
    found: async (tx) =>
      (await tx.select().from(vouchers).where(eq(vouchers.issuedBy, issuer))).map(voucherKey),
    addAll: async (tx, things, now) => {
      const rows = things.map(({ days, ...voucher }) => ({
        id: newVoucherNumber(),
        ...voucher,
        status: "issued" as const,
        issuedBy: issuer,
        createdAt: later(now, -10 * dayMs),
        expiresAt: later(now, days * dayMs),
      }));
      await tx.insert(vouchers).values(rows);
    },
  });
}

async function categoryIds(tx: Queries): Promise<string[]> {
  return (await tx.select({ key: menuCategories.id }).from(menuCategories)).map(({ key }) => key);
}

async function storeIds(tx: Queries): Promise<string[]> {
  return (await tx.select({ key: restaurants.id }).from(restaurants)).map(({ key }) => key);
}

async function dishIds(tx: Queries): Promise<string[]> {
  return (await tx.select({ key: dishes.id }).from(dishes)).map(({ key }) => key);
}

function voucherKey({ partner, title }: Pick<DemoVoucher, "partner" | "title">): string {
  return `${partner} ${title}`;
}

/** Every one of these stores sells every one of these dishes, as far as both are in the database. */
async function offer(
  tx: Queries,
  demo: Demo,
  { stores, dishes: sold }: { stores: DemoStore[]; dishes: DemoDish[] },
): Promise<void> {
  const [openIds, soldIds] = [new Set(await storeIds(tx)), new Set(await dishIds(tx))];
  const offers = stores
    .filter(({ storecode }) => openIds.has(storecode))
    .flatMap((store) =>
      sold
        .filter(({ id }) => soldIds.has(id))
        .map((dish) => ({
          restaurantId: store.storecode,
          dishId: dish.id,
          stock: dish.stock,
          // The chain's figure, spread unevenly so that stores differ.
          sales: Math.floor((dish.sales * (3 + (demo.stores.indexOf(store) % 7))) / 60),
        })),
    );
  for (let at = 0; at < offers.length; at += chunk)
    await tx.insert(storeDishes).values(offers.slice(at, at + chunk));
}

function storeRow(store: DemoStore, now: Date): typeof restaurants.$inferInsert {
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
    startTime: store.startTime,
    endTime: store.endTime,
    takesOrders: store.takesOrders,
    pausedUntil: store.pausedMinutes === null ? null : later(now, store.pausedMinutes * 60_000),
    pauseReason: store.pauseReason,
    delivers: store.delivers,
    deliveryRadiusM: store.deliveryRadiusM,
    deliveryPolygon: store.deliveryPolygon,
    slotCapacity: store.slotCapacity,
  };
}
