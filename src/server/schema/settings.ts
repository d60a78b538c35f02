import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { SettingsSection } from "#contract/chain-settings/chain-settings.ts";
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
