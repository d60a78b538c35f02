import type { PublicOrder } from "#contract/order/public.schema.ts";
import { maskPhone } from "#contract/phone.ts";
import { maskName } from "../../platform/maskName.ts";
import { wallText } from "../../platform/shanghai.ts";
import { presentRestaurant, statusTextOf } from "./order.presenter.ts";
import type { ItemRow, OrderRow } from "./order.repository.ts";
import { isLate } from "./order-estimate.ts";

/** An address up to the road, without number or building; without a road, up to the district. */
function toRoad(address: string): string {
  const [province = "", city = "", district = "", ...place] = address.split(" ");
  const road = /^.*?(?:路|街|大道|巷|弄)/.exec(place.join(""))?.[0] ?? "";
  return `${province === city ? "" : province}${city}${district}${road}`;
}

/** An order as anybody who has its link sees it. */
export function presentPublic(order: OrderRow, items: ItemRow[], now: Date): PublicOrder {
  const isOver = order.status === "completed" || order.status === "cancelled";
  const phone = order.address?.phone ?? order.contactPhone;
  return {
    third_party_order_id: order.publicId,
    order_type: order.type,
    refund_status: order.refundStatus,
    status: order.status,
    status_text: statusTextOf(order),
    restaurant: presentRestaurant(order),
    items: items.map(({ name, specName, image, quantity }) => ({
      name,
      spec_name: specName,
      image,
      quantity,
    })),
    pickup_code: isOver ? null : order.pickupCode,
    table_no: isOver ? null : order.tableNo,
    booking_time: order.bookingAt && wallText(order.bookingAt),
    is_late: isLate(order, now),
    created_at: order.createdAt.toISOString(),
    total_amount: order.totalFen,
    name: order.address ? maskName(order.address.recipient) : "",
    phone: phone === null ? "" : maskPhone(phone),
    address: order.address ? toRoad(order.address.address) : "",
  };
}
