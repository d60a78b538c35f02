import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import type { ConsentTextName, LegalTextName } from "#contract/legal/texts.ts";
import { users } from "./accounts.ts";
import { timestamptz } from "./columns.ts";
import { staff } from "./service.ts";

/** What the head office set, by section; the highest version of a section holds, the others are its history. */
export const chainSettings = pgTable(
  "chain_settings",
  {
    section: text("section").$type<SettingsSection>().notNull(),
    version: integer("version").notNull(),
    value: jsonb("value").notNull(),
    changedBy: text("changed_by")
      .notNull()
      .references(() => staff.id),
    changedAt: timestamptz("changed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.section, t.version] })],
);

/** The chain's own legal texts; the highest version of a text holds, and every version is kept. */
export const legalTexts = pgTable(
  "legal_texts",
  {
    name: text("name").$type<LegalTextName>().notNull(),
    version: integer("version").notNull(),
    body: text("body").notNull(),
    /** Whether customers who agreed to an earlier version are asked again. */
    needsConsent: boolean("needs_consent").notNull(),
    changedBy: text("changed_by")
      .notNull()
      .references(() => staff.id),
    changedAt: timestamptz("changed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.version] })],
);

/**
 * What customers agreed to and withdrew; rows are only added. The last row of a customer and a text holds. Version 0 is
 * the sample text, which holds until the chain saves its own.
 */
export const consents = pgTable(
  "consents",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    document: text("document").$type<ConsentTextName>().notNull(),
    version: integer("version").notNull(),
    action: text("action").$type<"agreed" | "withdrawn">().notNull(),
    via: text("via").$type<"sms_login" | "wechat_login" | "update">().notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [
    index("consents_user_idx").on(t.userId, t.document, t.id),
    check("consents_document_check", sql`${t.document} in ('agreement','privacy')`),
    check("consents_action_check", sql`${t.action} in ('agreed','withdrawn')`),
    check("consents_via_check", sql`${t.via} in ('sms_login','wechat_login','update')`),
  ],
);
