import type { PublicOrder } from "#contract/order/public.schema.ts";
import { maskPhone } from "#contract/phone.ts";
import { maskName } from "../../platform/mask-name.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { presentRestaurant, toStatusText } from "./order.presenter.ts";
import type { OrderItemRow, OrderRow } from "./order.repository.ts";
import { isLate } from "./order-estimate.rules.ts";

/** Cuts an address after the road, before number and building; without a road, after the district. */
function toStreet(address: string): string {
  const [province = "", city = "", district = "", ...rest] = address.split(" ");
  const street = /^.*?(?:路|街|大道|巷|弄)/.exec(rest.join(""))?.[0] ?? "";
  return `${province === city ? "" : province}${city}${district}${street}`;
}

/** Converts an order to its public view. */
export function presentPublicOrder(order: OrderRow, items: OrderItemRow[], now: Date): PublicOrder {
  const isFinished = order.status === "completed" || order.status === "cancelled";
  const phone = order.address?.phone ?? order.contactPhone;
  return {
    third_party_order_id: order.publicId,
    order_type: order.type,
    refund_status: order.refundStatus,
    status: order.status,
    status_text: toStatusText(order),
    restaurant: presentRestaurant(order),
    items: items.map(({ name, specName, image, quantity }) => ({
      name,
      spec_name: specName,
      image,
      quantity,
    })),
    pickup_code: isFinished ? null : order.pickupCode,
    table_no: isFinished ? null : order.tableNo,
    booking_time: order.bookingAt && formatLocalTime(order.bookingAt),
    is_late: isLate(order, now),
    created_at: order.createdAt.toISOString(),
    total_amount: order.totalFen,
    name: order.address ? maskName(order.address.recipient) : "",
    phone: phone === null ? "" : maskPhone(phone),
    address: order.address ? toStreet(order.address.address) : "",
  };
}
