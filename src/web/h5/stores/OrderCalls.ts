import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderForm, OrderWish } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError, isMissingCall } from "#web/shared/api/ApiError.ts";
import { texts } from "#web/shared/texts.ts";
import type { CartLine } from "../features/cart/CartLine.ts";
import { readReceipt } from "../features/order/readOrder.ts";
import { isQuote } from "../features/order/readQuote.ts";
import type { CheckoutQuote } from "../features/order/sumCart.ts";
import { fullName } from "../fullName.ts";

/** The two calls of a checkout, on our server and on hosts that speak the specification alone. */
export class OrderCalls {
  private readonly api: Pick<ApiClient, "call">;
  /** False once the host has shown that it gives no quotes. */
  private hasQuotes = true;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
  }

  /** Asks what an order costs; the sums of `sum` on a host that gives no quotes. Throws other failures. */
  async quote(
    wish: OrderWish,
    sum: () => Promise<CheckoutQuote>,
    signal: AbortSignal,
  ): Promise<CheckoutQuote> {
    if (!this.hasQuotes) return sum();
    try {
      const quote = await this.api.call(orderEndpoints.quote, { body: wish, signal });
      if (!isQuote(quote)) throw new ApiError("bad_reply", texts.badReply);
      return quote;
    } catch (error) {
      if (!isMissingCall(error)) throw error;
      this.hasQuotes = false;
      return sum();
    }
  }

  /** Places an order. Throws refusals, and an answer that names no order. */
  async create(form: OrderForm): Promise<OrderReceipt> {
    const body = this.hasQuotes ? form : withoutSeen(form);
    return readReceipt(await this.api.call(orderEndpoints.create, { body }));
  }
}

/** Names dishes for the server, with what the customer saw of them. */
export function toOrderItems(lines: readonly CartLine[]): OrderWish["items"] {
  return lines.map(({ item, quantity }) => ({
    id: item.id,
    quantity,
    seen_price: item.priceFen,
    seen_name: fullName(item),
  }));
}

/** What the customer saw is for quotes to compare; other hosts need not know these names. */
function withoutSeen(form: OrderForm): OrderForm {
  return { ...form, items: form.items.map(({ id, quantity }) => ({ id, quantity })) };
}
