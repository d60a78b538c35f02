import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { bytes, fen, timestamptz, traceparent } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * Ways to pay at the provider: its page in a browser, its sheet over a page in WeChat, its sheet in a mini-program.
 */
export const onlineChannels = ["h5", "jsapi", "mini_program"] as const;
export type OnlineChannel = (typeof onlineChannels)[number];

/**
 * Attempts to pay an order at the provider; at most one open for each order, each with its own trade number.
 */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id: text("id").primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    outTradeNo: text("out_trade_no").notNull(),
    channel: text("channel").$type<OnlineChannel | "card" | "zero">().notNull(),
    amountFen: fen("amount_fen").notNull(),
    state: text("state").$type<"created" | "pending" | "success" | "closed">().notNull(),
    payerOpenid: text("payer_openid"),
    /** App that the provider was told at the time; null for attempts of before, and without the provider. */
    appId: text("app_id"),
    clientIp: text("client_ip").notNull(),
    prepayId: text("prepay_id"),
    h5Url: text("h5_url"),
    prepayExpiresAt: timestamptz("prepay_expires_at"),
    transactionId: text("transaction_id"),
    createdAt: timestamptz("created_at").notNull(),
    succeededAt: timestamptz("succeeded_at"),
    queryCount: integer("query_count").notNull().default(0),
    nextQueryAt: timestamptz("next_query_at"),
    traceparent: traceparent(),
  },
  (t) => [
    uniqueIndex("payment_attempts_trade_key").on(t.outTradeNo),
    uniqueIndex("payment_attempts_transaction_key").on(t.transactionId),
    uniqueIndex("payment_attempts_open_key").on(t.orderId).where(sql`${t.state} in ('created','pending')`),
    index("payment_attempts_order_idx").on(t.orderId, t.createdAt),
    index("payment_attempts_succeeded_idx").on(t.succeededAt).where(sql`${t.state} = 'success'`),
    index("payment_attempts_query_idx").on(t.nextQueryAt).where(sql`${t.nextQueryAt} is not null`),
    check("payment_attempts_amount_check", sql`${t.amountFen} >= 0`),
  ],
);

/** Every received notification in its raw form, with its outcome. */
export const paymentNotifications = pgTable(
  "payment_notifications",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<"payment" | "refund">().notNull(),
    body: bytes("body").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    outcome: text("outcome").notNull(),
    outTradeNo: text("out_trade_no"),
    receivedAt: timestamptz("received_at").notNull(),
  },
  (t) => [
    index("payment_notifications_trade_idx").on(t.outTradeNo),
    index("payment_notifications_refused_idx").on(t.receivedAt).where(sql`${t.outcome} = 'refused'`),
  ],
);

/** Refunds of money and points. */
export const refunds = pgTable(
  "refunds",
  {
    id: text("id").primaryKey(),
    refundNo: text("refund_no").notNull(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** The order's restaurant; a trigger sets it. */
    restaurantId: text("restaurant_id"),
    attemptId: text("attempt_id").references(() => paymentAttempts.id),
    kind: text("kind").$type<"late" | "cancel" | "staff" | "request">().notNull(),
    moneyFen: fen("money_fen").notNull(),
    points: integer("points").notNull().default(0),
    items: jsonb("items").$type<{ line: number; quantity: number }[] | null>(),
    restock: boolean("restock").notNull().default(false),
    reason: text("reason").notNull(),
    note: text("note"),
    operator: text("operator").notNull(),
    /**
     * `failed` waits for a manual decision and keeps its amount reserved; `settled` was refunded outside the
     * provider; `closed` refunded nothing and continues under another number.
     */
    state: text("state")
      .$type<"created" | "processing" | "success" | "failed" | "settled" | "closed">()
      .notNull(),
    providerId: text("provider_id"),
    /** The provider's reason when it failed or was closed: an error code, "ABNORMAL" or "CLOSED". */
    failure: text("failure"),
    /** Time since which the provider refuses it. */
    refusedSince: timestamptz("refused_since"),
    /** The closed refund that this one continues, and the number of automatic restarts. */
    restartOf: text("restart_of"),
    restarts: integer("restarts").notNull().default(0),
    attemptCount: integer("attempt_count").notNull().default(0),
    nextTryAt: timestamptz("next_try_at"),
    createdAt: timestamptz("created_at").notNull(),
    finishedAt: timestamptz("finished_at"),
    traceparent: traceparent(),
  },
  (t) => [
    uniqueIndex("refunds_refund_no_key").on(t.refundNo),
    index("refunds_order_idx").on(t.orderId, t.createdAt),
    index("refunds_created_idx").on(t.createdAt),
    index("refunds_finished_idx")
      .on(t.restaurantId, t.finishedAt)
      .where(sql`${t.state} in ('success', 'settled')`),
    index("refunds_late_idx")
      .on(t.restaurantId, t.createdAt)
      .where(sql`${t.kind} = 'late' and ${t.restartOf} is null`),
    index("refunds_failed_idx").on(t.finishedAt, t.id).where(sql`${t.state} = 'failed'`),
    index("refunds_due_idx").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    check("refunds_amount_check", sql`${t.moneyFen} >= 0 and ${t.points} >= 0`),
  ],
);

/**
 * Batches of cards issued by staff, and the state of their PINs, which are shown once and stored only hashed.
 */
export const cardIssues = pgTable("card_issues", {
  id: text("id").primaryKey(),
  staffId: text("staff_id").notNull(),
  createdAt: timestamptz("created_at").notNull(),
  /** Time at which the issuing staff member confirmed having read the PINs. */
  pinsReadAt: timestamptz("pins_read_at"),
  /** Time at which new PINs replaced unread ones. */
  pinsReissuedAt: timestamptz("pins_reissued_at"),
});

/** Stored-value member cards; balance in fen, never below zero. */
export const cards = pgTable(
  "cards",
  {
    id: text("id").primaryKey(),
    number: text("number").notNull(),
    pinHash: text("pin_hash").notNull(),
    userId: text("user_id").references(() => users.id),
    boundAt: timestamptz("bound_at"),
    balanceFen: fen("balance_fen").notNull(),
    disabledAt: timestamptz("disabled_at"),
    issuedBy: text("issued_by").notNull(),
    /** Null for cards issued by the CLI command. */
    issueId: text("issue_id").references(() => cardIssues.id),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("cards_number_key").on(t.number),
    uniqueIndex("cards_user_key").on(t.userId),
    index("cards_at_idx").on(t.createdAt, t.id),
    index("cards_bound_idx").on(t.createdAt, t.id).where(sql`${t.userId} is not null`),
    index("cards_unbound_idx").on(t.createdAt, t.id).where(sql`${t.userId} is null`),
    index("cards_bound_at_idx").on(t.boundAt).where(sql`${t.boundAt} is not null`),
    index("cards_issue_idx").on(t.issueId),
    index("cards_last_four_idx").on(sql`right(${t.number}, 4)`),
    check("cards_balance_check", sql`${t.balanceFen} >= 0`),
  ],
);

/** A failed PIN attempt, and who made it. */
export interface PinAttemptMark {
  id: string;
  by: string;
  /** Unix time in ms. */
  at: number;
}

/** Wrong PINs of the last day, by the target: a card's number or a customer. */
export const pinAttempts = pgTable(
  "pin_attempts",
  {
    key: text("key").primaryKey(),
    /** Written by earlier versions only; nothing reads them. */
    failures: integer("failures").notNull().default(0),
    lockedUntil: timestamptz("locked_until"),
    /** Oldest first. */
    attempts: jsonb("attempts").$type<PinAttemptMark[]>().notNull().default([]),
    /** Time of the last attempt; old rows are deleted. */
    lastAttemptAt: timestamptz("last_attempt_at").notNull(),
  },
  (t) => [
    index("pin_attempts_at_idx").on(t.lastAttemptAt),
    check("pin_attempts_check", sql`${t.failures} >= 0`),
  ],
);

/** Every movement on a card; the balance is their sum. */
export const cardLedger = pgTable(
  "card_ledger",
  {
    id: text("id").primaryKey(),
    cardId: text("card_id")
      .notNull()
      .references(() => cards.id),
    type: text("type").$type<"issue" | "pay" | "refund" | "adjust">().notNull(),
    deltaFen: fen("delta_fen").notNull(),
    balanceAfterFen: fen("balance_after_fen").notNull(),
    reference: text("reference").notNull(),
    orderId: text("order_id").references(() => orders.id),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    index("card_ledger_card_idx").on(t.cardId, t.createdAt, t.id),
    index("card_ledger_other_idx").on(t.createdAt).where(sql`${t.orderId} is null`),
    uniqueIndex("card_ledger_reference_key").on(t.cardId, t.type, t.reference),
  ],
);
