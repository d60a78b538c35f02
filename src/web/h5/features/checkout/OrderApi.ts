import { formatDishName } from "#contract/menu/dish-name.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import type { CartLine } from "../cart/CartLine.ts";
import { parseOrderReceipt } from "../order/parseOrder.ts";
import { isQuote } from "./readQuote.ts";
import type { CheckoutQuote } from "./sumCart.ts";

/** Quote and order endpoints, on our server and on hosts with the basic API only. */
export class OrderApi {
  private readonly api: Pick<ApiClient, "call">;
  /** False once the host has shown that it has no quotes. */
  private supportsQuotes = true;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
  }

  /** Fetches a quote; falls back to `sum` on a host without quotes. Throws other failures. */
  async quote(
    request: QuoteRequest,
    sumLocally: () => Promise<CheckoutQuote>,
    signal: AbortSignal,
  ): Promise<CheckoutQuote> {
    if (!this.supportsQuotes) return sumLocally();
    try {
      const quote = await this.api.call(orderEndpoints.quote, { body: request, signal });
      if (!isQuote(quote)) throw new ApiError("bad_reply", commonMessages.badReply);
      return quote;
    } catch (error) {
      if (!isUnsupportedEndpoint(error)) throw error;
      this.supportsQuotes = false;
      return sumLocally();
    }
  }

  /** Places an order. Throws on refusals, and on a response without an order id. */
  async create(request: CreateOrderRequest): Promise<OrderReceipt> {
    const body = this.supportsQuotes ? request : withoutSeenValues(request);
    return parseOrderReceipt(await this.api.call(orderEndpoints.create, { body }));
  }
}

/** Converts cart lines to request items, with the values the customer saw. */
export function toOrderItems(lines: readonly CartLine[]): QuoteRequest["items"] {
  return lines.map(({ item, quantity }) => ({
    id: item.id,
    quantity,
    seen_price: item.priceFen,
    seen_name: formatDishName(item.name, item.specName),
  }));
}

/** Removes the seen values, which only quotes compare; other hosts need not know these fields. */
function withoutSeenValues(request: CreateOrderRequest): CreateOrderRequest {
  return { ...request, items: request.items.map(({ id, quantity }) => ({ id, quantity })) };
}
