import { eq, sql } from "drizzle-orm";
import { newVoucherNumber } from "../modules/voucher/voucher-number.ts";
import { later } from "../platform/clock.ts";
import type { Database, Queries } from "../platform/Database.ts";
import { newId } from "../platform/ids.ts";
import { vouchers } from "../schema/orders.ts";
import { dishes, menuCategories, restaurants, storeDishes } from "../schema/restaurants.ts";
import { sharedValues, staff } from "../schema/service.ts";
import { type DemoStore, demoChain } from "./demoChain.ts";
import { demoVouchers } from "./demoVouchers.ts";
import { seedCards } from "./seedCards.ts";
import { seedCustomer } from "./seedCustomer.ts";

const mark = "demo-chain";
const chunk = 500;
const dayMs = 86_400_000;

/** Puts the demo chain into an empty database, once: later starts find the mark and leave everything as it is. */
export async function seedDemo(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    // Several processes may start at once; the second waits here and then finds the mark.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${mark}))`);
    const found = await tx.select().from(sharedValues).where(eq(sharedValues.key, mark));
    if (found.length > 0) return;
    await tx.execute(sql`set local statement_timeout = '60s'`);
    await seedStores(tx, now);
    await seedMenu(tx);
    await seedStaff(tx, now);
    await seedVouchers(tx, now);
    for (const customer of demoChain.customers) await seedCustomer(tx, customer, now);
    await seedCards(tx, now);
    await tx.insert(sharedValues).values({ key: mark, value: now.toISOString() });
  });
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

async function seedStores(tx: Queries, now: Date): Promise<void> {
  await tx.insert(restaurants).values(demoChain.stores.map((store) => storeRow(store, now)));
}

async function seedMenu(tx: Queries): Promise<void> {
  await tx
    .insert(menuCategories)
    .values(demoChain.categories.map(({ id, name, rank, icon }) => ({ id, name, rank, icon })));
  await tx
    .insert(dishes)
    .values(demoChain.dishes.map(({ stock: _stock, sales: _sales, ...dish }, rank) => ({ ...dish, rank })));
  const offers = demoChain.stores.flatMap((store, nth) =>
    demoChain.dishes.map((dish) => ({
      restaurantId: store.storecode,
      dishId: dish.id,
      stock: dish.stock,
      // The chain's figure, spread unevenly so that stores differ.
      sales: Math.floor((dish.sales * (3 + (nth % 7))) / 60),
    })),
  );
  for (let at = 0; at < offers.length; at += chunk)
    await tx.insert(storeDishes).values(offers.slice(at, at + chunk));
}

async function seedStaff(tx: Queries, now: Date): Promise<void> {
  const rows = demoChain.staff.map(({ phone, name, role, storecode }) => ({
    id: newId(),
    phone,
    name,
    role,
    restaurantId: storecode,
    createdAt: now,
  }));
  await tx.insert(staff).values(rows);
}

async function seedVouchers(tx: Queries, now: Date): Promise<void> {
  const rows = demoVouchers.map(({ days, ...voucher }) => ({
    id: newVoucherNumber(),
    ...voucher,
    status: "issued" as const,
    issuedBy: "demo",
    createdAt: later(now, -10 * dayMs),
    expiresAt: later(now, days * dayMs),
  }));
  await tx.insert(vouchers).values(rows);
}
