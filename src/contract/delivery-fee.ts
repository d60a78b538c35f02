/** What bringing costs: a base up to a distance, more for each kilometre beyond it, nothing for much food. */
export const deliveryFee = { baseFen: 500, baseMetres: 3_000, perKmFen: 100, freeFromFen: 5_000 } as const;

/** What bringing goods worth `goodsFen` over `metres` costs, in fen. */
export function calculateDeliveryFeeFen(goodsFen: number, metres: number): number {
  if (goodsFen >= deliveryFee.freeFromFen) return 0;
  const extraKm = Math.max(0, Math.ceil((metres - deliveryFee.baseMetres) / 1000));
  return deliveryFee.baseFen + extraKm * deliveryFee.perKmFen;
}
