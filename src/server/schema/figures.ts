import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import type { OrderType } from "#contract/order/status.ts";
import { fen, timestamptz } from "./columns.ts";

/** What the figures of all restaurants together have in place of a restaurant. */
export const wholeChain = "*";

const countOf = (name: string) => integer(name).notNull().default(0);
const sumOf = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);
const fenOf = (name: string) => fen(name).notNull().default(0);

/**
 * Sums of an hour (Asia/Shanghai), of a restaurant or of the whole chain. All of these figures are computed from orders,
 * refunds and points, and can be computed again at any time.
 */
export const hourlyFigures = pgTable(
  "hourly_figures",
  {
    restaurantId: text("restaurant_id").notNull(),
    date: date("date").notNull(),
    type: text("type").$type<OrderType>().notNull(),
    hour: smallint("hour").notNull(),
    /** Orders paid in this hour, and what they cost: money and points. */
    orders: countOf("orders"),
    salesFen: fenOf("sales_fen"),
    wechatOrders: countOf("wechat_orders"),
    wechatFen: fenOf("wechat_fen"),
    cardOrders: countOf("card_orders"),
    cardFen: fenOf("card_fen"),
    voucherOrders: countOf("voucher_orders"),
    pointsOrders: countOf("points_orders"),
    pointsUsed: sumOf("points_used"),
    pointsEarned: sumOf("points_earned"),
    /** Orders of customers who had never paid before. */
    firstOrders: countOf("first_orders"),
    /** Orders paid in this hour that were accepted, and that were ready without being booked, with their waiting times. */
    acceptedOrders: countOf("accepted_orders"),
    acceptSeconds: sumOf("accept_seconds"),
    readyOrders: countOf("ready_orders"),
    readySeconds: sumOf("ready_seconds"),
    /** Orders cancelled in this hour. */
    cancelledUnpaid: countOf("cancelled_unpaid"),
    cancelledPaid: countOf("cancelled_paid"),
    /** Paid orders with a voucher among them: the voucher can be used again. */
    voucherReturns: countOf("voucher_returns"),
    /** Refunds that succeeded in this hour; `other` is money that was returned outside the provider. */
    refunds: countOf("refunds"),
    wechatRefundFen: fenOf("wechat_refund_fen"),
    cardRefundFen: fenOf("card_refund_fen"),
    otherRefundFen: fenOf("other_refund_fen"),
    pointsReturned: sumOf("points_returned"),
    pointsReversed: sumOf("points_reversed"),
    /** Money that came for orders that were closed already, and that went back; it is no sale. */
    lateFen: fenOf("late_fen"),
    lateRefundFen: fenOf("late_refund_fen"),
    lateOtherRefundFen: fenOf("late_other_refund_fen"),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.date, t.type, t.hour] }),
    index("hourly_figures_date_idx").on(t.date, t.restaurantId),
    check("hourly_figures_hour_check", sql`${t.hour} between 0 and 23`),
  ],
);

/** Sums of a restaurant's days, months and years, for lists of restaurants. `start` is the first day. */
export const restaurantFigures = pgTable(
  "restaurant_figures",
  {
    restaurantId: text("restaurant_id").notNull(),
    span: text("span").$type<FigureSpan>().notNull(),
    start: date("start").notNull(),
    orders: countOf("orders"),
    salesFen: fenOf("sales_fen"),
    moneyFen: fenOf("money_fen"),
    refundFen: fenOf("refund_fen"),
    cancelled: countOf("cancelled"),
    firstOrders: countOf("first_orders"),
  },
  (t) => [
    primaryKey({ columns: [t.restaurantId, t.span, t.start] }),
    index("restaurant_figures_start_idx").on(t.span, t.start),
  ],
);

/** A span of the calendar of Asia/Shanghai. */
export type FigureSpan = "day" | "month" | "year";

/** Portions sold of a dish: by a restaurant on a day, or by the whole chain in a day, month or year. */
export const dishFigures = pgTable(
  "dish_figures",
  {
    restaurantId: text("restaurant_id").notNull(),
    span: text("span").$type<FigureSpan>().notNull(),
    start: date("start").notNull(),
    dishId: text("dish_id").notNull(),
    quantity: countOf("quantity"),
    salesFen: fenOf("sales_fen"),
    /** Portions that refunds of this span name; refunds of a sum name none. */
    refundedQuantity: countOf("refunded_quantity"),
  },
  (t) => [primaryKey({ columns: [t.restaurantId, t.span, t.start, t.dishId] })],
);

/** Orders cancelled on a day by reason, before and after they were paid. */
export const cancellationFigures = pgTable(
  "cancellation_figures",
  {
    restaurantId: text("restaurant_id").notNull(),
    date: date("date").notNull(),
    reason: text("reason").notNull(),
    unpaid: countOf("unpaid"),
    paid: countOf("paid"),
  },
  (t) => [primaryKey({ columns: [t.restaurantId, t.date, t.reason] })],
);

/**
 * Member cards, vouchers and points of the whole chain by day, computed from cards, vouchers, withdrawals and ledgers.
 * What orders did to them is summed from `hourly_figures`. Balances are sums of all days until one.
 */
export const chainFigures = pgTable("chain_figures", {
  date: date("date").primaryKey(),
  /** Cards issued, what was on them, and what was changed on cards by hand. */
  cardsIssued: countOf("cards_issued"),
  cardsValueFen: fenOf("cards_value_fen"),
  cardsAdjustedFen: fenOf("cards_adjusted_fen"),
  /** Cards bound on this day that still are. */
  cardsBound: countOf("cards_bound"),
  vouchersIssued: countOf("vouchers_issued"),
  /** Points granted for invites, and taken back again (below zero). */
  pointsInvited: sumOf("points_invited"),
  pointsRevoked: sumOf("points_revoked"),
  /** Below zero. */
  pointsExpired: sumOf("points_expired"),
  pointsAdjusted: sumOf("points_adjusted"),
  /** Points taken by requests to pay them out (below zero), and returned by rejections. */
  pointsRequested: sumOf("points_requested"),
  /** Withdrawals paid on this day, and their points. */
  withdrawals: countOf("withdrawals"),
  pointsWithdrawn: sumOf("points_withdrawn"),
  /** Money of cards paid for orders, less what was refunded to them. */
  cardsSpentFen: fenOf("cards_spent_fen"),
  /** Vouchers redeemed, less those that can be used again. */
  vouchersRedeemed: countOf("vouchers_redeemed"),
  /** Points that orders and their refunds gave, less those that they took. */
  pointsOfOrders: sumOf("points_of_orders"),
});

/** Days of `chain_figures` to compute again; written by triggers on what they are computed from. */
export const outdatedChainFigures = pgTable("outdated_chain_figures", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  date: date("date").notNull(),
  createdAt: timestamptz("created_at").notNull().defaultNow(),
});

/**
 * Days of restaurants whose figures are to be computed again; written by triggers on `orders` and `refunds`. One day may
 * have many rows, so that writers never wait for each other.
 */
export const outdatedFigures = pgTable(
  "outdated_figures",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    restaurantId: text("restaurant_id").notNull(),
    date: date("date").notNull(),
    /** Whether the day is one from before the figures were introduced; these wait until the others are done. */
    isPast: boolean("is_past").notNull().default(false),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
  },
  (t) => [index("outdated_figures_order_idx").on(t.isPast, t.id)],
);

/** How far the days from before the figures were introduced are found: one row. */
export const figuresProgress = pgTable(
  "figures_progress",
  {
    id: integer("id").primaryKey(),
    /** The last restaurant whose days are in `outdated_figures`. */
    restaurantId: text("restaurant_id").notNull(),
    /** Time at which all restaurants were done. */
    completedAt: timestamptz("completed_at"),
  },
  (t) => [check("figures_progress_check", sql`${t.id} = 1`)],
);
