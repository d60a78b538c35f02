import { bigserial, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import { fen, timestamptz } from "./columns.ts";
import { staff } from "./service.ts";

/** Possible attacks; identical events of a minute share a row, and the number of rows is bounded. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    kind: text("kind").$type<SecurityEventKind>().notNull(),
    /** Start of the minute. */
    createdAt: timestamptz("created_at").notNull(),
    subject: text("subject").notNull(),
    network: text("network").notNull(),
    detail: text("detail").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [
    uniqueIndex("security_events_key").on(t.createdAt, t.kind, t.subject, t.network, t.detail),
    index("security_events_at_idx").on(t.createdAt, t.id),
    index("security_events_kind_idx").on(t.kind, t.createdAt, t.id),
    index("security_events_subject_idx").on(t.subject, t.createdAt, t.id),
    index("security_events_network_idx").on(t.network, t.createdAt, t.id),
  ],
);

/** Number of events in an hour, and the time at which admins were alerted to an unusual number. */
export const securityCounts = pgTable(
  "security_counts",
  {
    kind: text("kind").$type<SecurityEventKind>().notNull(),
    hour: timestamptz("hour").notNull(),
    count: integer("count").notNull(),
    alarmedAt: timestamptz("alarmed_at"),
  },
  (t) => [primaryKey({ columns: [t.hour, t.kind] })],
);

/** Devices that staff have logged in with, by a digest of the device's self-description. */
export const staffDevices = pgTable(
  "staff_devices",
  {
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    device: text("device").notNull(),
    seenAt: timestamptz("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.device] })],
);

/**
 * Second factor of a staff member: the key of an authenticator app, which leaves the server only during
 * enrolment. `lastStep` is the newest time step whose code was used, because no code is valid twice.
 */
export const staffFactors = pgTable("staff_factors", {
  staffId: text("staff_id")
    .primaryKey()
    .references(() => staff.id),
  secret: text("secret").notNull(),
  confirmedAt: timestamptz("confirmed_at"),
  lastStep: integer("last_step").notNull().default(0),
  /** Failed attempts since the last success. */
  failures: integer("failures").notNull().default(0),
  lockedUntil: timestamptz("locked_until"),
});

/** The one code, by its SHA-256, with which the first administrator of an empty system is added. */
export const setupCodes = pgTable("setup_codes", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  hash: text("hash").notNull(),
  expiresAt: timestamptz("expires_at").notNull(),
  /** Wrong attempts. */
  failures: integer("failures").notNull(),
});

/** Single-use recovery codes for a lost authenticator app, by their SHA-256. */
export const staffRecoveryCodes = pgTable(
  "staff_recovery_codes",
  {
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    hash: text("hash").notNull(),
    usedAt: timestamptz("used_at"),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.hash] })],
);

/**
 * Logins that have verified the phone and await the second factor, by the SHA-256 of the ticket; no session.
 */
export const staffTickets = pgTable(
  "staff_tickets",
  {
    hash: text("hash").primaryKey(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (t) => [index("staff_tickets_staff_idx").on(t.staffId), index("staff_tickets_expires_idx").on(t.expiresAt)],
);

/**
 * Amounts issued on a day of Asia/Shanghai, in fen: by each staff member and, with an empty `staffId`, in total.
 */
export const dailySums = pgTable(
  "daily_sums",
  {
    day: text("day").notNull(),
    kind: text("kind").$type<"cards" | "refunds">().notNull(),
    staffId: text("staff_id").notNull(),
    amountFen: fen("amount_fen").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.staffId] })],
);
