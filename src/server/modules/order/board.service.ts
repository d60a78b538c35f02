import { pageSizeMax } from "#contract/constants.ts";
import type { Board, BoardOrder } from "#contract/order/board.schema.ts";
import { type BoardColumn, boardColumns, type OrderStatus } from "#contract/order/status.ts";
import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import { findById as findRestaurantById } from "../restaurant/restaurant.repository.ts";
import { requireRestaurantAccess } from "../staff/staff-access.rules.ts";
import * as board from "./board.repository.ts";
import { formatDeliveryAddress } from "./delivery-address.rules.ts";
import { toStatusText } from "./order.presenter.ts";
import { listItems, type OrderItemRow, type OrderRow } from "./order.repository.ts";
import { presentOrderAlarm } from "./order-alarm.events.ts";
import { activeStatuses, nextStatuses } from "./order-transition.rules.ts";
import { parseSoldoutPolicy } from "./soldout-policy.rules.ts";

interface BoardQuery {
  restaurant_id?: string;
  column?: BoardColumn;
  page?: number;
  pageSize?: number;
}

/** The board of orders that a restaurant has to prepare and hand over. */
export class BoardService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Returns the board of one of a staff member's own restaurants, or of any for admins. Throws "forbidden",
   * "restaurant_not_found", "validation" for a choice that is missing.
   */
  async getBoard(staffId: string, query: BoardQuery): Promise<Board> {
    const { lookups } = this.#deps.database;
    const { member, restaurantId } = await requireRestaurantAccess(lookups, staffId, query.restaurant_id);
    const mayReject = member.role === "admin" || this.#deps.chainSettings.current.restaurants.reject_orders;
    const restaurant = await findRestaurantById(lookups, restaurantId);
    if (restaurant === undefined) throw new AppError("restaurant_not_found");
    const page = query.page ?? 1;
    const pageSize = query.pageSize ?? pageSizeMax;
    const statuses = query.column === undefined ? activeStatuses : boardColumns[query.column];
    const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
    const [rowsWithNext, statusCounts, items] = await this.#deps.database.lookUp(async (reads) => {
      const [found, counts] = await Promise.all([
        board.listOrders(reads, restaurantId, statuses, range),
        board.countByStatus(reads, restaurantId),
      ]);
      const ids = found.slice(0, pageSize).map(({ id }) => id);
      return [found, counts, await listItems(reads, ids)];
    });
    const rows = rowsWithNext.slice(0, pageSize);
    return {
      restaurant: { storecode: restaurant.id, storename: restaurant.name },
      list: rows.map((row) =>
        presentBoardOrder(
          row,
          items.filter(({ orderId }) => orderId === row.id),
          mayReject,
        ),
      ),
      page,
      pageSize,
      has_more: rowsWithNext.length > pageSize,
      counts: {
        paid: countInColumn(statusCounts, "paid"),
        accepted: countInColumn(statusCounts, "accepted"),
        preparing: countInColumn(statusCounts, "preparing"),
        leaving: countInColumn(statusCounts, "leaving"),
      },
    };
  }
}

function countInColumn(statusCounts: ReadonlyMap<OrderStatus, number>, column: BoardColumn): number {
  return boardColumns[column].reduce((sum, status) => sum + (statusCounts.get(status) ?? 0), 0);
}

function presentBoardOrder(order: OrderRow, items: OrderItemRow[], mayReject: boolean): BoardOrder {
  const { address } = order;
  return {
    order_id: order.id,
    order_no: order.orderNo,
    order_type: order.type,
    status: order.status,
    status_text: toStatusText(order),
    refund_status: order.refundStatus,
    pickup_code: order.pickupCode,
    table_no: order.tableNo,
    booking_time: order.bookingAt && formatLocalTime(order.bookingAt),
    paid_at: order.paidAt?.toISOString() ?? null,
    items: items.map((item) => ({
      id: item.dishId,
      name: item.name,
      spec_name: item.specName,
      quantity: item.quantity,
      refunded_quantity: item.refundedQuantity,
      unavailable_quantity: item.unavailableQuantity,
    })),
    soldout_policy: parseSoldoutPolicy(order.soldoutPolicy),
    remark: order.remark,
    tableware_count: order.tablewareCount,
    contact: {
      name: address?.recipient ?? null,
      phone: address?.phone ?? order.contactPhone,
      address: address && formatDeliveryAddress(address),
    },
    alarm: presentOrderAlarm(order),
    steps: nextStatuses(order).filter((to) => mayReject || to !== "cancelled"),
  };
}
