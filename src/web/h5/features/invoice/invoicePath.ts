/** Path of an order's invoice. */
export function invoicePath(orderId: string): string {
  return `/invoices?${new URLSearchParams({ order_id: orderId })}`;
}
