import type { InStoreType } from "../features/booking/InStoreOptions.ts";

/** Whether a text of an address is a way to order in a store. */
export function isInStoreType(text: string | null): text is InStoreType {
  return text === "pickup" || text === "dine_in";
}

/** The menu of a store. */
export function menuPath(restaurantId: string, type: InStoreType): string {
  return buildPath("/menu", { restaurant_id: restaurantId, type });
}

/** The menu of a store for somebody who sits at a table. */
export function tableMenuPath(restaurantId: string, table: string): string {
  return buildPath("/menu", { restaurant_id: restaurantId, table });
}

/** Choosing a store for a voucher. */
export function voucherRestaurantPath(voucherId: string): string {
  return buildPath("/restaurant-select", { third_party_order_id: voucherId });
}

/** A voucher's own page. */
export function voucherPath(voucherId: string): string {
  return buildPath("/self-service", { third_party_order_id: voucherId });
}

/** The order a voucher was redeemed with, as everybody may see it who has the link. */
export function publicOrderPath(voucherId: string): string {
  return buildPath("/order-detail", { third_party_order_id: voucherId });
}

/** The full address of an order's public page, for a QR code that a counter or a friend scans. */
export function publicOrderUrl(publicId: string): string {
  return `${window.location.origin}${publicOrderPath(publicId)}`;
}

/** Choosing how and when to have what a voucher is for. */
export function voucherOrderPath(voucherId: string, restaurantId: string): string {
  return buildPath("/prepaid-order", { third_party_order_id: voucherId, restaurant_id: restaurantId });
}

/** The last look before a voucher is redeemed. */
export function voucherConfirmPath(voucherId: string, restaurantId: string): string {
  return buildPath("/prepaid-order-confirm", {
    third_party_order_id: voucherId,
    restaurant_id: restaurantId,
  });
}

function buildPath(page: string, query: Record<string, string>): string {
  return `${page}?${new URLSearchParams(query)}`;
}
