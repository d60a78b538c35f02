/** Conditions of a delivery: amounts in fen, distances in metres. */
export interface DeliveryTerms {
  /** Goods that an order must contain at least. */
  minimumFen: number;
  /** Fee up to `baseM`. */
  feeFen: number;
  baseM: number;
  /** Added for each started kilometre beyond `baseM`. */
  kmFeeFen: number;
  /** Goods from which on the delivery is free. */
  freeFromFen: number;
  /** For packing an order. */
  packingFeeFen: number;
  /** Minutes until an order arrives, at best. */
  minutes: number;
}

/** Highest conditions that a restaurant can set: amounts in fen, metres, minutes. */
export const deliveryTermsMax = { amountFen: 1_000_000, baseM: 20_000, minutes: 180 } as const;

/** Returns the delivery fee in fen for goods worth `goodsFen` over `metres`. */
export function calculateDeliveryFeeFen(terms: DeliveryTerms, goodsFen: number, metres: number): number {
  if (goodsFen >= terms.freeFromFen) return 0;
  const extraKm = Math.max(0, Math.ceil((metres - terms.baseM) / 1000));
  return terms.feeFen + extraKm * terms.kmFeeFen;
}

/** Writes when an order arrives: a quarter of an hour from the best time on. */
export function formatDeliveryTime({ minutes }: DeliveryTerms): string {
  return `${minutes}-${minutes + 15}分钟`;
}
