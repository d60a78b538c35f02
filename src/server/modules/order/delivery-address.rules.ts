import type { AddressSnapshot } from "../../schema/order-snapshots.ts";

/** Returns the address for those who deliver: the place and the house number, then the road where they do not name it. */
export function formatDeliveryAddress({ address, houseNumber, street = "" }: AddressSnapshot): string {
  const place = `${address} ${houseNumber}`.trim();
  return street === "" || names(place, street) ? place : `${place}（${street}）`;
}

/** Returns whether a text has a road: 漕溪北路88号 does not have 漕溪北路8. */
function names(text: string, street: string): boolean {
  const index = text.indexOf(street);
  return index >= 0 && !/^\d/.test(text.slice(index + street.length));
}
