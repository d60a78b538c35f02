import { sql } from "drizzle-orm";
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { timestamptz, userIndex } from "./columns.ts";
import { restaurants } from "./restaurants.ts";

/** Staff accounts of the chain. */
export const staff = pgTable(
  "staff",
  {
    id: text("id").primaryKey(),
    phone: text("phone").notNull().unique(),
    name: text("name").notNull(),
    role: text("role").$type<"agent" | "store" | "admin">().notNull(),
    lastLoginAt: timestamptz("last_login_at"),
    /** When a member of staff was dismissed; the row stays, because orders and the audit log name it. */
    disabledAt: timestamptz("disabled_at"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [index("staff_name_idx").on(t.name, t.id), index("staff_role_name_idx").on(t.role, t.name, t.id)],
);

/** Restaurants at which members of staff with the role "store" work; none of them is closed for good. */
export const staffRestaurants = pgTable(
  "staff_restaurants",
  {
    staffId: text("staff_id")
      .notNull()
      .references(() => staff.id),
    restaurantId: text("restaurant_id")
      .notNull()
      .references(() => restaurants.id),
  },
  (t) => [
    primaryKey({ columns: [t.staffId, t.restaurantId] }),
    index("staff_restaurants_restaurant_idx").on(t.restaurantId, t.staffId),
  ],
);

/** Entries of the audit log but those that only tell that customers' data were read, by far the most. */
export const auditChange = sql.raw(`"audit_log"."action" not in ('customer.view', 'chat.read')`);

/** What staff and operators did: changes, and reads of customers' data. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    target: text("target").notNull(),
    detail: jsonb("detail").$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    index("audit_log_at_idx").on(t.createdAt),
    index("audit_log_target_idx").on(t.target, t.createdAt),
    index("audit_log_actor_idx").on(t.actor, t.createdAt),
    index("audit_log_action_idx").on(t.action, t.createdAt),
    index("audit_log_changes_idx").on(t.createdAt).where(auditChange),
    index("audit_log_target_changes_idx").on(t.target, t.createdAt).where(auditChange),
    index("audit_log_actor_changes_idx").on(t.actor, t.createdAt).where(auditChange),
  ],
);

/**
 * Uploaded images; `ownerId` is the customer whose conversation or request they belong to, `uploadedBy` the
 * staff member who uploaded them, if not the owner. Rendered images have a digest of their data, so that each
 * is rendered only once.
 */
export const files = pgTable(
  "files",
  {
    id: text("id").primaryKey(),
    ownerId: text("owner_id").notNull(),
    uploadedBy: text("uploaded_by"),
    kind: text("kind").$type<"chat" | "avatar" | "refund" | "poster" | "dish" | "restaurant">().notNull(),
    path: text("path").notNull(),
    mime: text("mime").notNull(),
    bytes: integer("bytes").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    digest: text("digest"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    index("files_owner_idx").on(t.ownerId, t.createdAt),
    index("files_chat_idx").on(t.createdAt).where(sql`${t.kind} = 'chat'`),
    uniqueIndex("files_digest_key").on(t.ownerId, t.kind, t.digest).where(sql`${t.digest} is not null`),
  ],
);

/** Events of the event streams, in order; stored long enough to resume from. */
export const events = pgTable(
  "events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    channel: text("channel").notNull(),
    type: text("type").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    index("events_channel_idx").on(t.channel, t.id),
    index("events_at_idx").on(t.createdAt),
    userIndex("events_user_idx", t.payload),
  ],
);

/** Responses to writes by their idempotency key: the same key and body return the same response again. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    subjectId: text("subject_id").notNull(),
    key: text("key").notNull(),
    endpoint: text("endpoint").notNull(),
    bodyHash: text("body_hash").notNull(),
    response: jsonb("response").$type<unknown>(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subjectId, t.endpoint, t.key] }),
    index("idempotency_keys_at_idx").on(t.createdAt),
    userIndex("idempotency_keys_user_idx", t.response),
  ],
);

/**
 * Small values shared by all server processes: provider tokens and tickets, the list of seeded demo items.
 */
export const cacheEntries = pgTable(
  "cache_entries",
  {
    key: text("key").primaryKey(),
    value: jsonb("value").$type<unknown>().notNull(),
    expiresAt: timestamptz("expires_at"),
  },
  (t) => [index("cache_entries_expires_idx").on(t.expiresAt)],
);

/** Request counters by window, shared by all server processes. */
export const rateCounters = pgTable(
  "rate_counters",
  {
    key: text("key").notNull(),
    windowStart: timestamptz("window_start").notNull(),
    hits: integer("hits").notNull(),
    expiresAt: timestamptz("expires_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.windowStart] }),
    index("rate_counters_expires_idx").on(t.expiresAt),
  ],
);

/** Small text files that providers look for at the root of the domain, such as WeChat's MP_verify_….txt. */
export const verificationFiles = pgTable("verification_files", {
  name: text("name").primaryKey(),
  content: text("content").notNull(),
  createdAt: timestamptz("created_at").notNull(),
});
