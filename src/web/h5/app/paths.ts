import type { InStoreType } from "./parse.ts";

/** Path of a restaurant's menu. */
export function menuPath(restaurantId: string, type: InStoreType): string {
  return buildPath("/menu", { restaurant_id: restaurantId, type });
}

/** Path of a restaurant's menu for a guest at a table. */
export function tableMenuPath(restaurantId: string, table: string): string {
  return buildPath("/menu", { restaurant_id: restaurantId, table });
}

/** Path of the restaurant selection for a voucher. */
export function voucherRestaurantPath(voucherId: string): string {
  return buildPath("/restaurant-select", { third_party_order_id: voucherId });
}

/** Path of a voucher's page. */
export function voucherPath(voucherId: string): string {
  return buildPath("/self-service", { third_party_order_id: voucherId });
}

/** Path of the order that a voucher was redeemed with, public to everyone with the link. */
export function publicOrderPath(voucherId: string): string {
  return buildPath("/order-detail", { third_party_order_id: voucherId });
}

/** Full URL of an order's public page, for a QR code scanned at the counter or by a friend. */
export function publicOrderUrl(publicId: string): string {
  return `${window.location.origin}${publicOrderPath(publicId)}`;
}

/** Path of the order options (type and time) for a voucher. */
export function voucherOrderPath(voucherId: string, restaurantId: string): string {
  return buildPath("/prepaid-order", { third_party_order_id: voucherId, restaurant_id: restaurantId });
}

/** Path of the confirmation before a voucher is redeemed. */
export function voucherConfirmPath(voucherId: string, restaurantId: string): string {
  return buildPath("/prepaid-order-confirm", {
    third_party_order_id: voucherId,
    restaurant_id: restaurantId,
  });
}

function buildPath(page: string, query: Record<string, string>): string {
  return `${page}?${new URLSearchParams(query)}`;
}
