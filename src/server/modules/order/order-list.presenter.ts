import type { OrderStatus, OrderType } from "#contract/order/status.ts";
import { orderListDays, orderListDaysMax } from "#contract/staff/order-list/limits.ts";
import type { ListedOrder } from "#contract/staff/order-list/schema.ts";
import { ruleBroken } from "../../platform/http/AppError.ts";
import { addMs } from "../../platform/time/clock.ts";
import { type DayRange, parseDayRange, type TimeRange } from "../../platform/time/day-range.ts";
import { startOfDay } from "../../platform/time/local-time.ts";
import { toStatusText } from "./order.presenter.ts";
import type { ListedOrderRow, OrderListFilter } from "./order-list.repository.ts";

const dayMs = 86_400_000;

/** What orders of the chain are asked for; days on which they were placed, and a whole order number. */
export interface OrderListQuery extends DayRange {
  status?: OrderStatus;
  order_type?: OrderType;
  restaurant_id?: string;
  keyword?: string;
}

/**
 * Returns the filter of a query. Throws as `parseDayRange`, and "rule_broken" for more days than are listed at once.
 */
export function parseOrderListFilter(query: OrderListQuery, now: Date): OrderListFilter {
  const { status, order_type: type, restaurant_id: restaurantId, keyword = "", ...days } = query;
  const range = parseDayRange(days);
  const filter = { status, type, restaurantId };
  const orderNo = keyword.trim();
  return orderNo === "" ? { ...filter, ...limitRange(range, now) } : { ...filter, ...range, orderNo };
}

/** Bounds a range, so that a filter that few orders pass does not read all there are. */
function limitRange({ from, until }: TimeRange, now: Date): TimeRange {
  const longestMs = orderListDaysMax * dayMs;
  if (from && until && until.getTime() - from.getTime() > longestMs)
    throw ruleBroken(`一次最多查看 ${orderListDaysMax} 天的订单`, "from");
  if (from) return { from, until: until ?? addMs(from, longestMs) };
  const end = until ?? addMs(startOfDay(now), dayMs);
  return { from: addMs(end, -orderListDays * dayMs), until: end };
}

/** Converts an order to the form of the chain's list. */
export function presentListedOrder({ order, customerName }: ListedOrderRow): ListedOrder {
  return {
    order_id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    customer_name: customerName,
    restaurant_id: order.restaurantId,
    restaurant_name: order.restaurant.name,
    order_type: order.type,
    status: order.status,
    status_text: toStatusText(order),
    pickup_code: order.pickupCode,
    total_amount: order.totalFen,
    paid_amount: order.paidFen,
    refunded_amount: order.refundedFen,
    created_at: order.createdAt.toISOString(),
    booking_at: order.bookingAt?.toISOString() ?? null,
  };
}
