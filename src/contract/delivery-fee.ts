/** Delivery fee: a base fee up to a distance, more for each kilometre beyond, free from a goods amount on. */
export const deliveryFee = { baseFen: 500, baseMetres: 3_000, perKmFen: 100, freeFromFen: 5_000 } as const;

/** Returns the delivery fee in fen for goods worth `goodsFen` over `metres`. */
export function calculateDeliveryFeeFen(goodsFen: number, metres: number): number {
  if (goodsFen >= deliveryFee.freeFromFen) return 0;
  const extraKm = Math.max(0, Math.ceil((metres - deliveryFee.baseMetres) / 1000));
  return deliveryFee.baseFen + extraKm * deliveryFee.perKmFen;
}
