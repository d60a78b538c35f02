import type { OrderAlarmEvent } from "#contract/events.ts";
import type { BoardOrder } from "#contract/order/board.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { agentsChannel, restaurantChannel } from "../../platform/events/channels.ts";
import { publish } from "../../platform/events/outbox.ts";
import type { OrderRow } from "./order.repository.ts";

/** Publishes an alarm for an order without progress to the restaurant and admins, once committed. */
export function publishOrderAlarm(
  tx: QueryRunner,
  order: OrderRow,
  kind: OrderAlarmEvent["kind"],
  at: Date,
): void {
  const { id: order_id, orderNo: order_no, restaurantId: restaurant_id, pickupCode: pickup_code } = order;
  const restaurant_name = order.restaurant.name;
  const payload = { order_id, order_no, pickup_code, restaurant_id, restaurant_name, kind };
  for (const channel of [agentsChannel, restaurantChannel(restaurant_id)])
    publish(tx, { channel, type: "order_alarm", payload, createdAt: at });
}

/** Returns the alarm shown on the board for an order; null without an alarm. */
export function presentOrderAlarm({
  status,
  alarmedAt,
}: Pick<OrderRow, "status" | "alarmedAt">): BoardOrder["alarm"] {
  if (alarmedAt === null) return null;
  if (status === "paid") return "unaccepted";
  return status === "accepted" || status === "preparing" ? "overdue" : null;
}
