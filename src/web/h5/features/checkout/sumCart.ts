import { sumPrice } from "#contract/order/amounts.ts";
import type { Quote } from "#contract/order/quote.schema.ts";
import type { CartLine } from "../cart/CartLine.ts";

/** Price of an order, from the server or summed up from the cart. */
export interface CheckoutQuote extends Omit<Quote, "points" | "delivery_fee" | "packing_fee"> {
  /** Null when the host has no points. */
  readonly points: Quote["points"] | null;
  /** In fen; null when unknown before the order is placed. */
  readonly delivery_fee: number | null;
  /** In fen; undefined when the host does not know it. */
  readonly packing_fee?: number;
  /**
   * True when the host has no quotes: these are the cart's own sums, and the order response is authoritative.
   */
  readonly isLocalEstimate?: boolean;
}

/** Delivery terms of a menu; amounts in fen. */
export interface DeliveryTerms {
  readonly feeFen: number;
  readonly time: string;
}

/** Sums up a cart at its shown prices; `terms` is null without delivery or when they are unknown. */
export function sumCart(
  lines: readonly CartLine[],
  isDelivery: boolean,
  terms: DeliveryTerms | null,
): CheckoutQuote {
  const goods = lines.reduce((sum, { item, quantity }) => sum + item.priceFen * quantity, 0);
  const original = lines.reduce((sum, { item, quantity }) => sum + item.originalPriceFen * quantity, 0);
  const fee = isDelivery ? (terms?.feeFen ?? null) : 0;
  const { totalFen, payFen } = sumPrice({
    goodsFen: goods,
    deliveryFeeFen: fee ?? 0,
    packingFeeFen: 0,
    pointsFen: 0,
  });
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
    total_amount: totalFen,
    pay_amount: payFen,
    differences: [],
    problems: [],
    min_order_amount: 0,
    distance: null,
    delivery_time: isDelivery ? (terms?.time ?? "") : "",
    points: null,
    isLocalEstimate: true,
  };
}
