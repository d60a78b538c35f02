import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError, isUnsupportedEndpoint } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import type { CartLine } from "../cart/CartLine.ts";
import { dishDisplayName } from "../menu/dishDisplayName.ts";
import { parseOrderReceipt } from "../order/parseOrder.ts";
import { isQuote } from "./readQuote.ts";
import type { CheckoutQuote } from "./sumCart.ts";

/** The two calls of a checkout, on our server and on hosts that speak the specification alone. */
export class OrderApi {
  private readonly api: Pick<ApiClient, "call">;
  /** False once the host has shown that it gives no quotes. */
  private supportsQuotes = true;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
  }

  /** Asks what an order costs; the sums of `sum` on a host that gives no quotes. Throws other failures. */
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

  /** Places an order. Throws refusals, and an answer that names no order. */
  async create(request: CreateOrderRequest): Promise<OrderReceipt> {
    const body = this.supportsQuotes ? request : withoutSeenValues(request);
    return parseOrderReceipt(await this.api.call(orderEndpoints.create, { body }));
  }
}

/** Names dishes for the server, with what the customer saw of them. */
export function toOrderItems(lines: readonly CartLine[]): QuoteRequest["items"] {
  return lines.map(({ item, quantity }) => ({
    id: item.id,
    quantity,
    seen_price: item.priceFen,
    seen_name: dishDisplayName(item),
  }));
}

/** What the customer saw is for quotes to compare; other hosts need not know these names. */
function withoutSeenValues(request: CreateOrderRequest): CreateOrderRequest {
  return { ...request, items: request.items.map(({ id, quantity }) => ({ id, quantity })) };
}
