import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { Allergen, Nutrition } from "#contract/menu/dish-facts.ts";
import type { SpecialDay, WeekHours } from "#contract/restaurant/opening-hours.schema.ts";
import type { RestaurantLicence, RestaurantPicture } from "#contract/restaurant-pictures/schema.ts";
import type { DishForm } from "#contract/staff/menu-admin/dish.schema.ts";
import { users } from "./accounts.ts";
import { fen, polygon, timestamptz } from "./columns.ts";

/** Restaurants of the chain. */
export const restaurants = pgTable(
  "restaurants",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    address: text("address").notNull(),
    cityName: text("city_name").notNull(),
    districtName: text("district_name").notNull(),
    gbCityCode: text("gb_city_code").notNull(),
    lat: doublePrecision("lat").notNull(),
    lng: doublePrecision("lng").notNull(),
    phone: text("phone").notNull(),
    weekHours: jsonb("week_hours").$type<WeekHours>().notNull(),
    /** Dates with other hours than their weekday has. */
    specialDays: jsonb("special_days").$type<SpecialDay[]>().notNull().default([]),
    acceptsOrders: boolean("accepts_orders").notNull(),
    autoAccept: boolean("auto_accept").notNull().default(true),
    /** Minutes after which an accepted order counts as late; null for the chain's limit. */
    orderLimitMinutes: integer("order_limit_minutes"),
    pausedUntil: timestamptz("paused_until"),
    pauseReason: text("pause_reason"),
    delivers: boolean("delivers").notNull(),
    deliveryRadiusM: integer("delivery_radius_m").notNull(),
    deliveryPolygon: jsonb("delivery_polygon").$type<[lng: number, lat: number][] | null>(),
    /** `deliveryPolygon` as the database compares points with it, so that a search parses none. */
    deliveryArea: polygon("delivery_area").generatedAlwaysAs(sql`to_polygon(delivery_polygon)`),
    slotCapacity: integer("slot_capacity").notNull(),
    // Conditions of deliveries and bookings; null for those of the chain.
    minimumOrderFen: fen("minimum_order_fen"),
    deliveryFeeFen: fen("delivery_fee_fen"),
    deliveryBaseM: integer("delivery_base_m"),
    deliveryKmFeeFen: fen("delivery_km_fee_fen"),
    freeDeliveryFromFen: fen("free_delivery_from_fen"),
    packingFeeFen: fen("packing_fee_fen"),
    deliveryMinutes: integer("delivery_minutes"),
    slotMinutes: integer("slot_minutes"),
    bookingLeadMinutes: integer("booking_lead_minutes"),
    bookingDays: integer("booking_days"),
    closedAt: timestamptz("closed_at"),
    /** What customers see of the restaurant: pictures in their order, and its licences. */
    pictures: jsonb("pictures").$type<RestaurantPicture[]>().notNull().default([]),
    businessLicence: jsonb("business_licence").$type<RestaurantLicence | null>(),
    foodLicence: jsonb("food_licence").$type<RestaurantLicence | null>(),
    /** Increased by each change of pictures and licences. */
    picturesVersion: integer("pictures_version").notNull().default(1),
    /** Increased by each change of the head office, so that no change is overwritten unseen. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    // Nearest-neighbour search around a point: costs as much as is read, not as much as there is.
    index("restaurants_place_idx")
      .using("gist", sql`point(${t.lng}, ${t.lat})`)
      .where(sql`${t.closedAt} is null`),
    // Unigrams and bigrams of the text and the city, by the SQL function restaurant_ngrams of a migration; a search
    // requires all of its n-grams.
    index("restaurants_ngrams_idx")
      .using("gin", sql`restaurant_ngrams(${t.name}, ${t.address}, ${t.cityName}, ${t.gbCityCode})`)
      .with({ fastupdate: false })
      .where(sql`${t.closedAt} is null`),
    index("restaurants_city_idx").on(t.gbCityCode, t.lat, t.lng, t.id).where(sql`${t.closedAt} is null`),
    check("restaurants_radius_check", sql`${t.deliveryRadiusM} >= 0 and ${t.slotCapacity} >= 0`),
  ],
);

/** Customers' favourite restaurants. */
export const favourites = pgTable(
  "favourites",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    restaurantId: text("restaurant_id")
      .notNull()
      .references(() => restaurants.id),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.restaurantId] })],
);

/** Bookings in a restaurant's 15-minute slots, including unpaid reservations. */
export const bookingSlots = pgTable(
  "booking_slots",
  {
    restaurantId: text("restaurant_id")
      .notNull()
      .references(() => restaurants.id),
    slotAt: timestamptz("slot_at").notNull(),
    taken: integer("taken").notNull(),
    capacity: integer("capacity").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.slotAt] }),
    check("booking_slots_taken_check", sql`${t.taken} between 0 and ${t.capacity}`),
  ],
);

/** Categories of the menu. */
export const menuCategories = pgTable("menu_categories", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  rank: integer("rank").notNull(),
  icon: text("icon").notNull(),
});

/** The chain's dishes, one row for each variant; variants of a dish share `spuId`. */
export const dishes = pgTable(
  "dishes",
  {
    id: text("id").primaryKey(),
    spuId: text("spu_id"),
    spuName: text("spu_name"),
    specName: text("spec_name"),
    name: text("name").notNull(),
    categoryId: text("category_id")
      .notNull()
      .references(() => menuCategories.id),
    priceFen: fen("price_fen").notNull(),
    originalPriceFen: fen("original_price_fen"),
    description: text("description").notNull(),
    image: text("image").notNull(),
    dayParts: jsonb("day_parts").$type<string[] | null>(),
    /** Days of the week on which it is sold, 1 for Monday to 7; null for all. */
    weekdays: jsonb("weekdays").$type<number[] | null>(),
    /** First and last day on which it is sold, in Asia/Shanghai. */
    soldFrom: date("sold_from"),
    soldUntil: date("sold_until"),
    takeaway: boolean("takeaway").notNull(),
    inStore: boolean("in_store").notNull(),
    rank: integer("rank").notNull(),
    /** Fewest and most portions of the dish in an order, its variants added up; null for none. */
    minQuantity: integer("min_quantity"),
    maxQuantity: integer("max_quantity"),
    /** Allergens that it contains; null for none stated. */
    allergens: jsonb("allergens").$type<Allergen[] | null>(),
    /** Nutrients of a portion; null for none stated. */
    nutrition: jsonb("nutrition").$type<Nutrition | null>(),
    /** Position among the variants of a dish. */
    variantRank: integer("variant_rank").notNull().default(0),
    /** Whether the chain sells it at present. */
    onSale: boolean("on_sale").notNull().default(true),
    /** When it was removed for good; its orders still name it. */
    retiredAt: timestamptz("retired_at"),
  },
  (t) => [
    index("dishes_category_idx").on(t.categoryId, t.rank),
    index("dishes_spu_idx").on(sql`coalesce(${t.spuId}, ${t.id})`),
    check("dishes_price_check", sql`${t.priceFen} between 0 and 10000000`),
    check(
      "dishes_quantity_check",
      sql`coalesce(${t.minQuantity}, 1) between 1 and coalesce(${t.maxQuantity}, 99) and coalesce(${t.maxQuantity}, 99) <= 99`,
    ),
  ],
);

/**
 * How a restaurant sells a dish where it differs from the chain, and its sales; without a row it sells the dish as the
 * chain does. `stock` null means unlimited.
 */
export const storeDishes = pgTable(
  "store_dishes",
  {
    restaurantId: text("restaurant_id")
      .notNull()
      .references(() => restaurants.id),
    dishId: text("dish_id")
      .notNull()
      .references(() => dishes.id),
    /** Whether the restaurant sells it; the row stays, with its sales. */
    offered: boolean("offered").notNull().default(true),
    /** Price in this restaurant; null for the chain's. */
    priceFen: fen("price_fen"),
    stock: integer("stock"),
    /** Portions that are sold each day, from the opening on; null means that `stock` is set by hand. */
    dailyStock: integer("daily_stock"),
    /** When the business day of the present `stock` began; portions of days before do not come back. */
    stockDayAt: timestamptz("stock_day_at"),
    /** When `stock` becomes `dailyStock` again. */
    stockResetAt: timestamptz("stock_reset_at"),
    soldOut: boolean("sold_out").notNull().default(false),
    /** When it is no longer sold out; null for not by itself. */
    soldOutUntil: timestamptz("sold_out_until"),
    sales: integer("sales").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.dishId] }),
    index("store_dishes_reset_idx").on(t.stockResetAt).where(sql`${t.stockResetAt} is not null`),
    index("store_dishes_until_idx").on(t.soldOutUntil).where(sql`${t.soldOutUntil} is not null`),
    check("store_dishes_stock_check", sql`${t.stock} is null or ${t.stock} >= 0`),
    check("store_dishes_daily_check", sql`${t.dailyStock} is null or ${t.dailyStock} >= 0`),
    check("store_dishes_price_check", sql`${t.priceFen} is null or ${t.priceFen} between 0 and 10000000`),
  ],
);

/** Changes of dishes that are not published yet, one for each dish with all its variants. */
export const dishDrafts = pgTable(
  "dish_drafts",
  {
    /** `spuId` of the dish's variants, or the id of a dish without variants. */
    spuId: text("spu_id").primaryKey(),
    form: jsonb("form").$type<DishForm>().notNull(),
    updatedBy: text("updated_by").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
    /** When it is to be published; null until someone publishes it. */
    publishAt: timestamptz("publish_at"),
  },
  (t) => [index("dish_drafts_publish_idx").on(t.publishAt).where(sql`${t.publishAt} is not null`)],
);

/** Past prices of dishes: of the chain, or of one restaurant. Rows are only ever added. */
export const dishPriceChanges = pgTable(
  "dish_price_changes",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    dishId: text("dish_id")
      .notNull()
      .references(() => dishes.id),
    /** Null for the price of the chain. */
    restaurantId: text("restaurant_id").references(() => restaurants.id),
    /** Null for a new dish, and for a restaurant that had or gets the chain's price. */
    fromFen: fen("from_fen"),
    toFen: fen("to_fen"),
    actor: text("actor").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [index("dish_price_changes_dish_idx").on(t.dishId, t.id)],
);
