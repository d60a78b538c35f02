/** Restaurants at which one member of staff may work. */
export const restaurantsPerMemberMax = 100;
