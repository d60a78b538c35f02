import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { OrderStatus, OrderType, PaymentMethod, RefundStatus } from "#contract/order/status.ts";
import { users } from "./accounts.ts";
import { fen, timestamptz, traceparent } from "./columns.ts";
import type { AddressSnapshot, RestaurantSnapshot } from "./order-snapshots.ts";
import { restaurants } from "./restaurants.ts";

/** Whether an order still has data to contact its customer with. */
export const orderContact = sql.raw(
  `"orders"."address" is not null or "orders"."contact_phone" is not null or "orders"."remark" <> ''`,
);

/** Orders; `version` rises with every change, `dueAt` is the sweeper's next check. */
export const orders = pgTable(
  "orders",
  {
    id: text("id").primaryKey(),
    orderNo: text("order_no").notNull(),
    publicId: text("public_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    restaurantId: text("restaurant_id")
      .notNull()
      .references(() => restaurants.id),
    type: text("type").$type<OrderType>().notNull(),
    status: text("status").$type<OrderStatus>().notNull(),
    refundStatus: text("refund_status").$type<RefundStatus>().notNull(),
    version: integer("version").notNull(),
    goodsFen: fen("goods_fen").notNull(),
    originalFen: fen("original_fen").notNull(),
    deliveryFeeFen: fen("delivery_fee_fen").notNull(),
    packingFeeFen: fen("packing_fee_fen").notNull().default(0),
    pointsFen: fen("points_fen").notNull().default(0),
    pointsUsed: integer("points_used").notNull().default(0),
    totalFen: fen("total_fen").notNull(),
    payFen: fen("pay_fen").notNull(),
    paidFen: fen("paid_fen").notNull().default(0),
    refundedFen: fen("refunded_fen").notNull().default(0),
    refundedPoints: integer("refunded_points").notNull().default(0),
    paymentMethod: text("payment_method").$type<PaymentMethod>(),
    bookingAt: timestamptz("booking_at"),
    tableNo: text("table_no"),
    contactPhone: text("contact_phone"),
    remark: text("remark").notNull(),
    tablewareCount: integer("tableware_count").notNull(),
    /**
     * Read it with `parseSoldoutPolicy`: an earlier version's processes write their own values during a
     * rollout.
     */
    soldoutPolicy: text("soldout_policy").notNull(),
    address: jsonb("address").$type<AddressSnapshot | null>(),
    restaurant: jsonb("restaurant").$type<RestaurantSnapshot>().notNull(),
    distanceM: integer("distance_m"),
    /** Minutes until a takeaway arrives at best, without those for the distance; null for the chain's. */
    deliveryMinutes: integer("delivery_minutes"),
    pickupCode: text("pickup_code"),
    voucherId: text("voucher_id"),
    /** Time since which stock and slot are reserved for this order; null once they are released. */
    reservedAt: timestamptz("reserved_at"),
    /**
     * Whether the reservation included limited goods: portions of a counted dish or a booking slot. Stays set
     * after the release.
     */
    scarce: boolean("scarce").notNull().default(false),
    createdAt: timestamptz("created_at").notNull(),
    payExpireAt: timestamptz("pay_expire_at"),
    paidAt: timestamptz("paid_at"),
    acceptedAt: timestamptz("accepted_at"),
    readyAt: timestamptz("ready_at"),
    completedAt: timestamptz("completed_at"),
    cancelledAt: timestamptz("cancelled_at"),
    cancelReason: text("cancel_reason"),
    dueAt: timestamptz("due_at"),
    /** Time since which staff are alerted that the order is stuck; null when it is not. */
    alarmedAt: timestamptz("alarmed_at"),
    traceparent: traceparent(),
  },
  (t) => [
    uniqueIndex("orders_order_no_key").on(t.orderNo),
    uniqueIndex("orders_public_id_key").on(t.publicId),
    uniqueIndex("orders_voucher_key").on(t.voucherId).where(sql`${t.status} <> 'cancelled'`),
    index("orders_created_idx").on(t.createdAt, t.id, t.restaurantId, t.type, t.status),
    // The trailing columns are the list's other filters, so that skipping a row costs no heap access.
    index("orders_user_idx").on(t.userId, t.createdAt, t.id, t.type),
    index("orders_user_status_idx").on(t.userId, t.status, t.createdAt, t.id, t.type),
    index("orders_user_active_idx")
      .on(t.userId, t.createdAt, t.id, t.type)
      .where(sql`${t.status} in ('paid','accepted','preparing','ready_for_pickup','delivering')`),
    index("orders_user_refund_idx")
      .on(t.userId, t.createdAt, t.id, t.type)
      .where(sql`${t.refundStatus} <> 'none'`),
    index("orders_store_idx").on(t.restaurantId, t.status, t.paidAt),
    index("orders_queue_idx")
      .on(t.restaurantId, sql`coalesce(${t.bookingAt}, ${t.paidAt})`, t.id)
      .where(sql`${t.status} in ('paid','accepted','preparing')`),
    index("orders_booking_idx").on(t.restaurantId, t.bookingAt).where(sql`${t.bookingAt} is not null`),
    index("orders_user_paid_idx").on(t.userId, t.paidAt, t.id).where(sql`${t.paidAt} is not null`),
    index("orders_cancelled_idx").on(t.restaurantId, t.cancelledAt).where(sql`${t.cancelledAt} is not null`),
    index("orders_alarmed_idx").on(t.alarmedAt).where(sql`${t.alarmedAt} is not null`),
    index("orders_contact_idx").on(t.createdAt).where(orderContact),
    index("orders_due_idx").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    check(
      "orders_money_check",
      sql`${t.goodsFen} >= 0 and ${t.deliveryFeeFen} >= 0 and ${t.packingFeeFen} >= 0 and ${t.totalFen} = ${t.goodsFen} + ${t.deliveryFeeFen} + ${t.packingFeeFen} and ${t.payFen} = ${t.totalFen} - ${t.pointsFen} and ${t.payFen} >= 0 and ${t.pointsFen} >= 0`,
    ),
    check(
      "orders_refund_check",
      sql`${t.refundedFen} between 0 and ${t.paidFen} and ${t.paidFen} <= ${t.payFen} and ${t.refundedPoints} between 0 and ${t.pointsUsed}`,
    ),
  ],
);

/** Dishes of an order with names and prices at the time of the order. */
export const orderItems = pgTable(
  "order_items",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    line: integer("line").notNull(),
    dishId: text("dish_id").notNull(),
    name: text("name").notNull(),
    specName: text("spec_name"),
    image: text("image").notNull(),
    priceFen: fen("price_fen").notNull(),
    originalPriceFen: fen("original_price_fen").notNull(),
    quantity: integer("quantity").notNull(),
    refundedQuantity: integer("refunded_quantity").notNull().default(0),
    /** Portions that the restaurant reported as unavailable, including refunded ones. */
    unavailableQuantity: integer("unavailable_quantity").notNull().default(0),
    /** Portions taken from limited stock, which are returned on cancellation. */
    reservedStock: integer("reserved_stock").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.line] }),
    check(
      "order_items_quantity_check",
      sql`${t.quantity} > 0 and ${t.refundedQuantity} between 0 and ${t.quantity} and ${t.reservedStock} between 0 and ${t.quantity} and ${t.unavailableQuantity} between 0 and ${t.quantity}`,
    ),
  ],
);

/** Every state change of an order. */
export const orderHistory = pgTable(
  "order_history",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    field: text("field").$type<"status" | "refund" | "soldout">().notNull(),
    from: text("from_state"),
    to: text("to_state").notNull(),
    version: integer("version").notNull(),
    actor: text("actor").$type<"customer" | "staff" | "store" | "system" | "provider">().notNull(),
    actorId: text("actor_id"),
    reason: text("reason"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [uniqueIndex("order_history_version_key").on(t.orderId, t.field, t.version)],
);

/** Files with the history of orders whose ids are from `first_id` to before `end_id`. */
export const orderHistoryArchives = pgTable("order_history_archives", {
  /** Name in the storage; no other file ever has it. */
  file: text("file").primaryKey(),
  /** "YYYY-MM", or "earlier" for the time before the first month. */
  month: text("month").notNull(),
  firstId: text("first_id").notNull(),
  endId: text("end_id").notNull(),
  rows: bigint("rows", { mode: "number" }).notNull(),
  /** Digest of the file before compression, in hexadecimal. */
  sha256: text("sha256").notNull(),
  archivedAt: timestamptz("archived_at").notNull(),
});

/** Customers' refund requests. */
export const refundRequests = pgTable(
  "refund_requests",
  {
    id: text("id").primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    restaurantId: text("restaurant_id")
      .notNull()
      .references(() => restaurants.id),
    reason: text("reason").notNull(),
    text: text("text").notNull(),
    images: jsonb("images").$type<string[]>().notNull(),
    status: text("status").$type<"open" | "approved" | "rejected">().notNull(),
    answer: text("answer"),
    createdAt: timestamptz("created_at").notNull(),
    /** Time of the automatic approval; null when a manual decision is needed. */
    dueAt: timestamptz("due_at"),
    answeredAt: timestamptz("answered_at"),
  },
  (t) => [
    index("refund_requests_order_idx").on(t.orderId, t.createdAt),
    index("refund_requests_created_idx").on(t.createdAt, t.id),
    index("refund_requests_store_created_idx").on(t.restaurantId, t.createdAt, t.id),
    index("refund_requests_due_idx").on(t.dueAt, t.id).where(sql`${t.status} = 'open'`),
    index("refund_requests_answered_idx").on(t.answeredAt, t.id).where(sql`${t.status} <> 'open'`),
    index("refund_requests_store_due_idx").on(t.restaurantId, t.dueAt, t.id).where(sql`${t.status} = 'open'`),
    index("refund_requests_store_answered_idx")
      .on(t.restaurantId, t.answeredAt, t.id)
      .where(sql`${t.status} <> 'open'`),
  ],
);

/** Meals sold by partner shops, redeemed once. */
export const vouchers = pgTable(
  "vouchers",
  {
    id: text("id").primaryKey(),
    partner: text("partner").notNull(),
    title: text("title").notNull(),
    items: jsonb("items").$type<{ id: string; quantity: number }[]>().notNull(),
    status: text("status").$type<"issued" | "redeemed" | "void">().notNull(),
    orderId: text("order_id"),
    issuedBy: text("issued_by").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (t) => [
    index("vouchers_created_idx").on(t.createdAt, t.id),
    index("vouchers_status_idx").on(t.status, t.createdAt, t.id),
    index("vouchers_expires_idx").on(t.expiresAt).where(sql`${t.status} = 'issued'`),
    index("vouchers_partner_idx").on(t.partner, t.createdAt, t.id),
  ],
);
