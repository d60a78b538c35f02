import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, customType, index, text, timestamp } from "drizzle-orm/pg-core";

/** A timestamp in UTC with milliseconds, as a Date. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** An amount in fen; PostgreSQL int8, safe as a JavaScript number below 2^53. */
export const fen = (name: string) => bigint(name, { mode: "number" });

/** PostgreSQL's polygon in its own notation: ((121.4,31.2),…). */
export const polygon = customType<{ data: string }>({ dataType: () => "polygon" });

/** Raw bytes, for payloads stored as evidence. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Trace of the request that caused a row's work, as `traceparent` of the W3C; null without one. */
export const traceparent = () => text("traceparent");

/** Index of the rows whose JSON names a customer as `user_id`. */
export const userIndex = (name: string, column: AnyPgColumn) =>
  index(name).on(sql`(${column}->>'user_id')`).where(sql`${column}->>'user_id' is not null`);
