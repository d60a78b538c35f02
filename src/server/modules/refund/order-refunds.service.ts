import type { QueryRunner } from "../../platform/database/Database.ts";
import type { OrderRefunds } from "../order/order.presenter.ts";
import type { OrderItemRow } from "../order/order.repository.ts";
import { presentRefundRequest, presentRefunds } from "./refund.presenter.ts";
import { listRefunds } from "./refund.repository.ts";
import { findLatestRequest } from "./refund-request.repository.ts";

/**
 * Reads what an order's details show of its refunds and of its latest refund request. `items` are the order's
 * dishes, which are read at the same time.
 */
export async function readOrderRefunds(
  queries: QueryRunner,
  orderId: string,
  items: Promise<OrderItemRow[]>,
): Promise<OrderRefunds> {
  const [request, rows, itemRows] = await Promise.all([
    findLatestRequest(queries, orderId),
    listRefunds(queries, orderId),
    items,
  ]);
  return {
    refund_request: request ? presentRefundRequest(request) : null,
    refunds: presentRefunds(rows, itemRows),
  };
}
