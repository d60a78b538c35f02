import type { Quote } from "#contract/order/quote.schema.ts";
import type { CartLine } from "../cart/CartLine.ts";

/** What an order costs, as the server says it or as the cart sums it up. */
export interface CheckoutQuote extends Omit<Quote, "points" | "delivery_fee"> {
  /** Null when the host knows no points. */
  readonly points: Quote["points"] | null;
  /** In fen; null when nobody knows it before the order is there. */
  readonly delivery_fee: number | null;
  /** The host gives no quotes: these are the cart's own sums, and its answer to the order rules. */
  readonly isLocalEstimate?: boolean;
}

/** What a menu says about bringing its dishes; amounts in fen. */
export interface DeliveryTerms {
  readonly feeFen: number;
  readonly time: string;
}

/** Sums up a cart at the prices it shows; `terms` null when it is not brought, or they are not known. */
export function sumCart(
  lines: readonly CartLine[],
  isDelivery: boolean,
  terms: DeliveryTerms | null,
): CheckoutQuote {
  const goods = lines.reduce((sum, { item, quantity }) => sum + item.priceFen * quantity, 0);
  const original = lines.reduce((sum, { item, quantity }) => sum + item.originalPriceFen * quantity, 0);
  const fee = isDelivery ? (terms?.feeFen ?? null) : 0;
  return {
    lines: lines.map(({ item, quantity }) => ({
      id: item.id,
      name: item.name,
      spec_name: item.specName,
      image: item.image,
      price: item.priceFen,
      original_price: item.originalPriceFen,
      quantity,
      amount: item.priceFen * quantity,
    })),
    goods_amount: goods,
    original_amount: original,
    delivery_fee: fee,
    points_amount: 0,
    total_amount: goods + (fee ?? 0),
    pay_amount: goods + (fee ?? 0),
    differences: [],
    problems: [],
    min_order_amount: 0,
    distance: null,
    delivery_time: isDelivery ? (terms?.time ?? "") : "",
    points: null,
    isLocalEstimate: true,
  };
}
