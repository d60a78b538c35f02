import { sql } from "drizzle-orm";
import { bigserial, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { timestamptz } from "./columns.ts";
import { orders } from "./orders.ts";

/** A customer's points: the ledger's sum, and the points reserved by open orders; spenders lock this row. */
export const pointsAccounts = pgTable(
  "points_accounts",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    balance: integer("balance").notNull().default(0),
    reserved: integer("reserved").notNull().default(0),
    /** Time of the next expiry check; null when no points can expire. */
    nextExpiryAt: timestamptz("next_expiry_at"),
  },
  (t) => [
    index("points_accounts_expiry_idx").on(t.nextExpiryAt).where(sql`${t.nextExpiryAt} is not null`),
    check("points_accounts_reserved_check", sql`${t.reserved} >= 0`),
  ],
);

/**
 * Every movement of points; never deleted, and immutable but for `availableAt`, which is null while unknown
 * (points for an order until that is completed).
 */
export const pointsLedger = pgTable(
  "points_ledger",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    type: text("type")
      .$type<
        | "earn"
        | "spend"
        | "refund"
        | "reverse"
        | "invite"
        | "withdraw"
        | "withdraw_return"
        | "expire"
        | "adjust"
      >()
      .notNull(),
    delta: integer("delta").notNull(),
    balanceAfter: integer("balance_after").notNull(),
    reference: text("reference").notNull(),
    /** The customer's own order that earned, spent or got back these points. */
    orderId: text("order_id").references(() => orders.id),
    availableAt: timestamptz("available_at"),
    expiresAt: timestamptz("expires_at"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    index("points_ledger_user_idx").on(t.userId, t.id),
    index("points_ledger_order_idx").on(t.orderId).where(sql`${t.orderId} is not null`),
    index("points_ledger_other_idx").on(t.createdAt).where(sql`${t.orderId} is null`),
    uniqueIndex("points_ledger_reference_key").on(t.userId, t.type, t.reference),
  ],
);

/** Points reserved for an order that is not settled yet. */
export const pointsReservations = pgTable(
  "points_reservations",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    points: integer("points").notNull(),
    state: text("state").$type<"held" | "spent" | "released">().notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    index("points_reservations_user_idx").on(t.userId),
    check("points_reservations_points_check", sql`${t.points} > 0`),
  ],
);

/** Invitations; one row for each invited customer. */
export const invites = pgTable(
  "invites",
  {
    inviteeId: text("invitee_id")
      .primaryKey()
      .references(() => users.id),
    inviterId: text("inviter_id")
      .notNull()
      .references(() => users.id),
    status: text("status").$type<"registered" | "ordered" | "rewarded" | "revoked">().notNull(),
    orderId: text("order_id").references(() => orders.id),
    points: integer("points").notNull().default(0),
    boundAt: timestamptz("bound_at").notNull(),
    /** Time of the next reward check; null when none is pending. */
    rewardAt: timestamptz("reward_at"),
    rewardedAt: timestamptz("rewarded_at"),
  },
  (t) => [
    index("invites_inviter_idx").on(t.inviterId, t.boundAt),
    index("invites_reward_idx").on(t.rewardAt).where(sql`${t.status} = 'ordered'`),
    index("invites_rewarded_idx").on(t.inviterId, t.rewardedAt).where(sql`${t.rewardedAt} is not null`),
    check("invites_self_check", sql`${t.inviteeId} <> ${t.inviterId}`),
  ],
);

/** Points that a customer wants paid out; reviewed by staff. */
export const withdrawals = pgTable(
  "withdrawals",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    points: integer("points").notNull(),
    status: text("status").$type<"reviewing" | "paid" | "rejected">().notNull(),
    reason: text("reason"),
    reviewedBy: text("reviewed_by"),
    createdAt: timestamptz("created_at").notNull(),
    reviewedAt: timestamptz("reviewed_at"),
  },
  (t) => [
    index("withdrawals_user_idx").on(t.userId, t.createdAt),
    index("withdrawals_at_idx").on(t.createdAt, t.id),
    index("withdrawals_status_idx").on(t.status, t.createdAt),
    index("withdrawals_paid_idx").on(t.reviewedAt).where(sql`${t.status} = 'paid'`),
    index("withdrawals_points_idx").on(t.points, t.id),
    index("withdrawals_status_points_idx").on(t.status, t.points, t.id),
    check("withdrawals_points_check", sql`${t.points} > 0`),
  ],
);
