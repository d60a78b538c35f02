import { parseFen } from "../../ui/parseNumbers.ts";
import type { BulkChange } from "./MenuStore.ts";
import { menuMessages } from "./menuMessages.ts";

const messages = menuMessages.bulk;
const maxAmountFen = 1_000_000;

/** What is typed to change many dishes. */
export interface BulkFields {
  mode: "keep" | "percent" | "amount";
  value: string;
  sale: "keep" | "on" | "off";
  categoryId: string;
}

export const noChange: BulkFields = { mode: "keep", value: "", sale: "keep", categoryId: "" };

/** Parses what was typed; returns what is wrong as a sentence. */
export function parseBulkChange({ mode, value, sale, categoryId }: BulkFields): BulkChange | string {
  const change: BulkChange = {
    ...(sale !== "keep" && { on_sale: sale === "on" }),
    ...(categoryId !== "" && { category_id: categoryId }),
  };
  const text = value.trim();
  if (mode === "percent") {
    const percent = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : 0;
    if (percent === 0 || percent < -90 || percent > 300) return messages.badPercent;
    change.price_percent = percent;
  }
  if (mode === "amount") {
    const fen = parseFen(text.replace(/^[+-]/, ""), maxAmountFen);
    if (fen === null) return messages.badAmount;
    change.price_amount = text.startsWith("-") ? -fen : fen;
  }
  return Object.keys(change).length === 0 ? messages.nothing : change;
}
