import { sql } from "drizzle-orm";
import { bigserial, boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { InvoiceStatus, InvoiceTitleType } from "#contract/invoice/limits.ts";
import { users } from "./accounts.ts";
import { fen, timestamptz } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * Invoices that customers asked for. The law on tax collection (税收征收管理法实施细则, article 29) has accounting
 * records kept for ten years: title, tax number and mail address stay when the customer's account is deleted.
 */
export const invoices = pgTable(
  "invoices",
  {
    id: text("id").primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    status: text("status").$type<InvoiceStatus>().notNull(),
    /** Whether money went back after it was issued. */
    needsReversal: boolean("needs_reversal").notNull().default(false),
    titleType: text("title_type").$type<InvoiceTitleType>().notNull(),
    title: text("title").notNull(),
    taxNumber: text("tax_number"),
    email: text("email"),
    amountFen: fen("amount_fen").notNull(),
    /** Number on the invoice, if staff typed it. */
    invoiceNumber: text("invoice_number"),
    /** Why it was rejected or voided. */
    reason: text("reason"),
    createdAt: timestamptz("created_at").notNull(),
    /** When it was issued, rejected or voided. */
    changedAt: timestamptz("changed_at"),
  },
  (t) => [
    uniqueIndex("invoices_order_key").on(t.orderId).where(sql`${t.status} in ('requested', 'issued')`),
    index("invoices_order_idx").on(t.orderId, t.createdAt),
    index("invoices_user_idx").on(t.userId, t.createdAt, t.id),
    index("invoices_created_idx").on(t.createdAt, t.id),
    index("invoices_status_idx").on(t.status, t.createdAt, t.id),
    index("invoices_reversal_idx").on(t.createdAt, t.id).where(sql`${t.needsReversal}`),
    index("invoices_number_idx").on(t.invoiceNumber).where(sql`${t.invoiceNumber} is not null`),
    index("invoices_tax_idx").on(t.taxNumber, t.createdAt).where(sql`${t.taxNumber} is not null`),
    check("invoices_amount_check", sql`${t.amountFen} >= 0`),
    check("invoices_reversal_check", sql`not ${t.needsReversal} or ${t.status} = 'issued'`),
  ],
);

/** Every step of an invoice. */
export const invoiceHistory = pgTable(
  "invoice_history",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    invoiceId: text("invoice_id")
      .notNull()
      .references(() => invoices.id),
    from: text("from_state").$type<InvoiceStatus | null>(),
    to: text("to_state").$type<InvoiceStatus>().notNull(),
    actor: text("actor").$type<"customer" | "staff" | "system">().notNull(),
    actorId: text("actor_id"),
    note: text("note"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [index("invoice_history_invoice_idx").on(t.invoiceId, t.id)],
);

/** PDFs of invoices and of their reversals; of several of a kind the newest counts. Kept as long as invoices. */
export const invoiceFiles = pgTable(
  "invoice_files",
  {
    id: text("id").primaryKey(),
    invoiceId: text("invoice_id")
      .notNull()
      .references(() => invoices.id),
    kind: text("kind").$type<"invoice" | "reversal">().notNull(),
    path: text("path").notNull(),
    bytes: integer("bytes").notNull(),
    digest: text("digest").notNull(),
    uploadedBy: text("uploaded_by").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (t) => [index("invoice_files_invoice_idx").on(t.invoiceId, t.kind, t.createdAt)],
);

/** Titles that customers keep for their next invoice; deleted with the account. */
export const invoiceTitles = pgTable(
  "invoice_titles",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    titleType: text("title_type").$type<InvoiceTitleType>().notNull(),
    title: text("title").notNull(),
    taxNumber: text("tax_number"),
    usedAt: timestamptz("used_at").notNull(),
  },
  (t) => [index("invoice_titles_user_idx").on(t.userId, t.usedAt)],
);
