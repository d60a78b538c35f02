import { pageSizeDefault } from "#contract/constants.ts";
import type { OrderDetail, OrderReceipt, OrderSummary } from "#contract/order/schema.ts";
import type { OrderFilter } from "#contract/order/status.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import type { Page } from "#web/lib/async/PagedList.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { matchesFilter } from "./matchesFilter.ts";

/**
 * Parses an order: our server's unchanged, another host's with missing fields filled in. Throws when it is
 * none.
 */
export async function parseOrderDetail(raw: unknown): Promise<OrderDetail> {
  if (isOwnOrder(raw)) return raw as unknown as OrderDetail;
  return assertFound((await import("./foreignOrder.ts")).parseForeignDetail(raw));
}

/** Parses the response to a new order, of any host. Throws when it has no order id. */
export async function parseOrderReceipt(raw: unknown): Promise<OrderReceipt> {
  if (isRecord(raw) && Array.isArray(raw.actions)) return raw as unknown as OrderReceipt;
  return assertFound((await import("./foreignOrder.ts")).parseForeignReceipt(raw));
}

/**
 * Parses a page of orders: our server's, or a list under any field name of another host, which is then
 * filtered here because the basic API has no filters. `known` are the orders of the previous pages: a host
 * without paging returns them again. Throws when there is no list.
 */
export async function parseOrderPage(
  raw: unknown,
  filter: OrderFilter,
  known: readonly OrderSummary[] = [],
): Promise<Page<OrderSummary>> {
  if (isRecord(raw) && Array.isArray(raw.list) && typeof raw.has_more === "boolean")
    return { list: raw.list, hasMore: raw.has_more };
  const rows = findRows(raw);
  if (rows === null) throw new ApiError("bad_reply", commonMessages.badReply);
  const { parseForeignSummary: foreignSummary } = await import("./foreignOrder.ts");
  const orders = rows.map(foreignSummary).filter((order) => order !== null);
  const list = orders.filter((order) => matchesFilter(order, filter));
  const ids = new Set(known.map(({ order_id }) => order_id));
  const hasNewOrders = list.some(({ order_id }) => !ids.has(order_id));
  return { list, hasMore: rows.length === pageSizeDefault && hasNewOrders };
}

/** Returns whether an order comes from our server: only it has a refund status and lines. */
function isOwnOrder(raw: unknown): boolean {
  return isRecord(raw) && (Array.isArray(raw.lines) || typeof raw.refund_status === "string");
}

function findRows(raw: unknown): unknown[] | null {
  if (Array.isArray(raw)) return raw;
  const named = isRecord(raw) ? [raw.list, raw.orders, raw.data] : [];
  return named.find(Array.isArray) ?? null;
}

function assertFound<T>(order: T | null): T {
  if (order === null) throw new ApiError("bad_reply", commonMessages.badReply);
  return order;
}
