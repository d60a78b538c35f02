import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { timestamptz, traceparent } from "./columns.ts";

/** Customers; identified by a phone number, a WeChat openid, or both. */
export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    phone: text("phone"),
    openid: text("openid"),
    unionid: text("unionid"),
    nickname: text("nickname").notNull(),
    avatar: text("avatar"),
    inviteCode: text("invite_code").notNull(),
    mergedInto: text("merged_into"),
    disabledAt: timestamptz("disabled_at"),
    /** When the customer last requested the deletion of the account; null once it was cancelled. */
    deletionRequestedAt: timestamptz("deletion_requested_at"),
    /** Time from which a job deletes the account; null when there is nothing to do. */
    deletionDueAt: timestamptz("deletion_due_at"),
    /** Time at which the last personal data of the account was gone; the row stays for ledgers and orders. */
    deletedAt: timestamptz("deleted_at"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("users_phone_key").on(t.phone),
    uniqueIndex("users_openid_key").on(t.openid),
    uniqueIndex("users_invite_code_key").on(t.inviteCode),
    // For staff's customer search: the last digits of a phone number, and name n-grams by the SQL function
    // name_ngrams of a migration.
    index("users_phone_end_idx").on(sql`right(${t.phone}, 4)`),
    index("users_name_idx").using("gin", sql`name_ngrams(${t.nickname})`),
    index("users_merged_idx").on(t.mergedInto).where(sql`${t.mergedInto} is not null`),
    index("users_deletion_idx").on(t.deletionDueAt).where(sql`${t.deletionDueAt} is not null`),
  ],
);

/** Sessions of customers and staff, by the SHA-256 of their token. */
export const tokens = pgTable(
  "tokens",
  {
    hash: text("hash").primaryKey(),
    audience: text("audience").$type<"customer" | "staff">().notNull(),
    subjectId: text("subject_id").notNull(),
    /** Device of the login in readable text; null for sessions from before this column existed. */
    device: text("device"),
    createdAt: timestamptz("created_at").notNull(),
    lastUsedAt: timestamptz("last_used_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (t) => [
    index("tokens_subject_idx").on(t.audience, t.subjectId, t.createdAt),
    index("tokens_expires_idx").on(t.expiresAt),
    check("tokens_audience_check", sql`${t.audience} in ('customer','staff')`),
  ],
);

/**
 * Devices that have logged in to an account, by the SHA-256 of the secret that each generated for itself.
 * Attackers, who lack it, cannot use up the quotas of these devices.
 */
export const devices = pgTable(
  "devices",
  {
    audience: text("audience").$type<"customer" | "staff">().notNull(),
    subjectId: text("subject_id").notNull(),
    hash: text("hash").notNull(),
    lastLoginAt: timestamptz("last_login_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.audience, t.subjectId, t.hash] }),
    index("devices_login_idx").on(t.lastLoginAt),
    check("devices_audience_check", sql`${t.audience} in ('customer','staff')`),
  ],
);

/**
 * One-time codes by purpose; a code is valid only for the client that requested it, and of each client's
 * codes only the newest. `network` and `device` are the client's; `isKnown` tells whether the device had
 * logged in to the number's account before. `proof` is the proof of work done for the message while the
 * shop-wide SMS brake acted.
 */
export const smsCodes = pgTable(
  "sms_codes",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    phone: text("phone").notNull(),
    purpose: text("purpose").$type<"customer" | "binding" | "old_phone" | "deletion" | "staff">().notNull(),
    codeHash: text("code_hash").notNull(),
    network: text("network").notNull(),
    device: text("device"),
    isKnown: boolean("is_known").notNull().default(false),
    proof: text("proof"),
    failures: integer("failures").notNull().default(0),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    usedAt: timestamptz("used_at"),
  },
  (t) => [
    index("sms_codes_phone_idx").on(t.phone, t.createdAt),
    index("sms_codes_network_idx").on(t.network, t.createdAt),
    uniqueIndex("sms_codes_proof_key").on(t.proof),
    index("sms_codes_at_idx").on(t.createdAt),
    check("sms_codes_failures_check", sql`${t.failures} >= 0`),
  ],
);

/** Customers' delivery addresses. */
export const addresses = pgTable(
  "addresses",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    recipient: text("recipient").notNull(),
    phone: text("phone").notNull(),
    location: text("location").notNull(),
    details: text("details").notNull(),
    houseNumber: text("house_number").notNull(),
    isDefault: boolean("is_default").notNull(),
    lat: doublePrecision("lat").notNull(),
    lng: doublePrecision("lng").notNull(),
    poiId: text("poi_id").notNull(),
    poiName: text("poi_name").notNull(),
    poiAddress: text("poi_address").notNull(),
    poiLocation: text("poi_location").notNull(),
    poiAdcode: text("poi_adcode").notNull(),
    poiCitycode: text("poi_citycode").notNull(),
    poiCityname: text("poi_cityname").notNull(),
    poiAdname: text("poi_adname").notNull(),
    poiPname: text("poi_pname").notNull(),
    poiType: text("poi_type").notNull(),
    poiTypecode: text("poi_typecode").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (t) => [
    index("addresses_user_idx").on(t.userId, t.createdAt),
    uniqueIndex("addresses_default_key").on(t.userId).where(sql`${t.isDefault}`),
  ],
);

/** Copies of their data that customers requested: a ZIP archive in the file storage, deleted after a day. */
export const dataCopies = pgTable(
  "data_copies",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    state: text("state").$type<"queued" | "ready" | "failed">().notNull(),
    /** Attempts to make it. */
    attemptCount: integer("attempt_count").notNull().default(0),
    /** Time of the next attempt; null when there is none. */
    nextTryAt: timestamptz("next_try_at"),
    path: text("path"),
    bytes: bigint("bytes", { mode: "number" }),
    createdAt: timestamptz("created_at").notNull(),
    readyAt: timestamptz("ready_at"),
    /** Time from which the archive cannot be downloaded any more; null until it is ready. */
    expiresAt: timestamptz("expires_at"),
    traceparent: traceparent(),
  },
  (t) => [
    index("data_copies_user_idx").on(t.userId, t.createdAt),
    index("data_copies_due_idx").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index("data_copies_at_idx").on(t.createdAt),
  ],
);
