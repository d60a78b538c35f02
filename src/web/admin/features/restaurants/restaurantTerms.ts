import { booking } from "#contract/constants.ts";
import { chainDeliveryTerms, deliveryTermsMax } from "#contract/delivery-terms.ts";
import { formatYuanDecimal } from "#contract/money.ts";
import { restaurantAdminMessages } from "./restaurantAdminMessages.ts";

const messages = restaurantAdminMessages.form;

/** The chain's conditions, in fen; a restaurant may have its own. */
const chainAmounts = {
  minimum_order: chainDeliveryTerms.minimumFen,
  delivery_fee: chainDeliveryTerms.feeFen,
  delivery_km_fee: chainDeliveryTerms.kmFeeFen,
  free_delivery_from: chainDeliveryTerms.freeFromFen,
  packing_fee: chainDeliveryTerms.packingFeeFen,
} as const;
/** The chain's conditions, in metres, minutes and days. */
const chainCounts = {
  delivery_base_distance: chainDeliveryTerms.baseM,
  delivery_minutes: chainDeliveryTerms.minutes,
  slot_minutes: booking.slotMinutes,
  booking_lead_minutes: booking.leadMinutes,
  booking_days: booking.days,
} as const;

type AmountName = keyof typeof chainAmounts;
export type TermName = AmountName | keyof typeof chainCounts;
export type RestaurantTerms = Record<TermName, number | null>;

/** Names of the conditions. */
export const termNames = [...Object.keys(chainAmounts), ...Object.keys(chainCounts)] as TermName[];

function isAmount(name: TermName): name is AmountName {
  return name in chainAmounts;
}

/** Returns the chain's value as it is typed: yuan for amounts. */
export function chainTerm(name: TermName): string {
  return isAmount(name) ? formatYuanDecimal(chainAmounts[name]) : String(chainCounts[name]);
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
