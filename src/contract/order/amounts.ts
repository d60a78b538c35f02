/** What an order's price consists of, in fen. */
export interface PriceComponents {
  goodsFen: number;
  /** 0 without delivery. */
  deliveryFeeFen: number;
  /** 0 without delivery. */
  packingFeeFen: number;
  /** What the points used are worth; they are subtracted. */
  pointsFen: number;
}

/** Sums of an order's price, in fen. */
export interface PriceSums {
  /** Everything that is charged beside the goods; partial refunds leave it out. */
  feesFen: number;
  /** Goods and fees. */
  totalFen: number;
  /** What is left to pay in money. */
  payFen: number;
}

/** Adds up an order's price; server and screens have no other sum of it. */
export function sumPrice({ goodsFen, deliveryFeeFen, packingFeeFen, pointsFen }: PriceComponents): PriceSums {
  const feesFen = deliveryFeeFen + packingFeeFen;
  const totalFen = goodsFen + feesFen;
  return { feesFen, totalFen, payFen: calculatePayFen(totalFen, pointsFen) };
}

/** Returns what is left to pay of a total after points, in fen. */
export function calculatePayFen(totalFen: number, pointsFen: number): number {
  return totalFen - pointsFen;
}
