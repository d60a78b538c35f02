import type { AddressSnapshot } from "../../schema/order-snapshots.ts";

/** Returns the address for those who deliver: the place and the house number, then the road where they do not name it. */
export function formatDeliveryAddress({ address, houseNumber, street = "" }: AddressSnapshot): string {
  const place = `${address} ${houseNumber}`.trim();
  return street === "" || place.includes(street) ? place : `${place}（${street}）`;
}
