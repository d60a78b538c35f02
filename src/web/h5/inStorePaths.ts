/** How somebody eats what is ordered at a store. */
export type InStoreWay = "pickup" | "dine_in";

/** Whether a text of an address is one of the ways. */
export function isInStoreWay(text: string | null): text is InStoreWay {
  return text === "pickup" || text === "dine_in";
}

/** The menu of a store. */
export function menuPath(restaurantId: string, way: InStoreWay): string {
  return `/menu?${new URLSearchParams({ restaurant_id: restaurantId, type: way })}`;
}

/** Choosing a store, for ordering in one of the ways. */
export function selectPath(way: InStoreWay): string {
  return `/restaurant-select?type=${way}`;
}

/** What a voucher is redeemed for, as far as it is chosen: `time` "YYYY-MM-DD HH:mm", absent as soon as possible. */
export interface PrepaidChoice {
  readonly restaurantId: string;
  readonly way?: InStoreWay;
  readonly time?: string | null;
}

/** Choosing a store for a voucher. */
export function selectForVoucherPath(voucherId: string): string {
  return `/restaurant-select?${new URLSearchParams({ third_party_order_id: voucherId })}`;
}

/** A voucher's own page. */
export function voucherPath(voucherId: string): string {
  return `/self-service?${new URLSearchParams({ third_party_order_id: voucherId })}`;
}

/** The order a voucher was redeemed with, as everybody may see it who has the link. */
export function publicOrderPath(voucherId: string): string {
  return `/order-detail?${new URLSearchParams({ third_party_order_id: voucherId })}`;
}

/** Choosing how and when to have what a voucher is for. */
export function prepaidPath(voucherId: string, choice: PrepaidChoice): string {
  return `/prepaid-order?${prepaidQuery(voucherId, choice)}`;
}

/** The last look before a voucher is redeemed. Everything needed is in the address: a login on the way loses nothing. */
export function prepaidConfirmPath(voucherId: string, choice: PrepaidChoice): string {
  return `/prepaid-order-confirm?${prepaidQuery(voucherId, choice)}`;
}

function prepaidQuery(voucherId: string, { restaurantId, way, time }: PrepaidChoice): URLSearchParams {
  const query = new URLSearchParams({ third_party_order_id: voucherId, restaurant_id: restaurantId });
  if (way !== undefined) query.set("type", way);
  if (typeof time === "string") query.set("booking_time", time);
  return query;
}
