import { deliveryTermsMax } from "#contract/delivery-terms.ts";
import { formatYuanDecimal } from "#contract/money.ts";
import type { WorkSettings } from "#contract/staff/chain-settings/schema.ts";
import { restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.form;

/** Conditions that are amounts, in fen, with their name in the chain's settings. */
const amounts = {
  minimum_order: "minimum",
  delivery_fee: "fee",
  delivery_km_fee: "km_fee",
  free_delivery_from: "free_from",
  packing_fee: "packing_fee",
} as const;
/** Conditions in metres, minutes and days, with their section and name in the chain's settings. */
const counts = {
  delivery_base_distance: ["delivery", "base_distance"],
  delivery_minutes: ["delivery", "minutes"],
  slot_minutes: ["booking", "slot_minutes"],
  booking_lead_minutes: ["booking", "lead_minutes"],
  booking_days: ["booking", "days"],
} as const;

type AmountName = keyof typeof amounts;
export type TermName = AmountName | keyof typeof counts;
export type RestaurantTerms = Record<TermName, number | null>;

/** Names of the conditions. */
export const termNames = [...Object.keys(amounts), ...Object.keys(counts)] as TermName[];

function isAmount(name: TermName): name is AmountName {
  return name in amounts;
}

/** Returns the chain's value as it is typed: yuan for amounts. */
export function chainTerm(name: TermName, chain: Pick<WorkSettings, "delivery" | "booking">): string {
  if (isAmount(name)) return formatYuanDecimal(chain.delivery[amounts[name]]);
  const [section, field] = counts[name];
  const values: Record<string, number> = chain[section];
  return String(values[field]);
}

/** Returns the conditions as they are typed: empty for the chain's. */
export function toTermFields(terms: RestaurantTerms): Record<TermName, string> {
  return mapTerms((name) => {
    const value = terms[name];
    if (value === null) return "";
    return isAmount(name) ? formatYuanDecimal(value) : String(value);
  });
}

/** Parses what was typed: null for an empty field, undefined for one that is wrong. */
function parseTerm(name: TermName, typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const pattern = isAmount(name) ? /^\d{1,9}(\.\d{1,2})?$/ : /^\d{1,9}$/;
  if (!pattern.test(text)) return undefined;
  return isAmount(name) ? Math.round(Number(text) * 100) : Number(text);
}

/** Parses what was typed; what is wrong is null, and told by `findTermProblems`. */
export function parseTermFields(fields: Record<TermName, string>): RestaurantTerms {
  return mapTerms((name) => parseTerm(name, fields[name]) ?? null);
}

/** Returns what is wrong with the fields. */
export function findTermProblems(fields: Record<TermName, string>): Partial<Record<TermName, string>> {
  const problems: Partial<Record<TermName, string>> = {};
  for (const name of termNames) {
    const value = parseTerm(name, fields[name]);
    if (value === undefined) problems[name] = isAmount(name) ? messages.notAmount : messages.notWhole;
    else if (isAmount(name) && Number(value) > deliveryTermsMax.amountFen)
      problems[name] = messages.tooMuch(formatYuanDecimal(deliveryTermsMax.amountFen));
  }
  return problems;
}

function mapTerms<Value>(toValue: (name: TermName) => Value): Record<TermName, Value> {
  return Object.fromEntries(termNames.map((name) => [name, toValue(name)])) as Record<TermName, Value>;
}
