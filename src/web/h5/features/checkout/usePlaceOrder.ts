import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { isUnauthenticated } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { useStores } from "../../app/useStores.ts";
import type { CartStore } from "../cart/CartStore.ts";
import { orderStore } from "../order/OrderStore.ts";
import { paymentOptionsStore, toPaymentBreakdown } from "../payment/PaymentOptionsStore.ts";
import { paymentStore } from "../payment/PaymentStore.ts";
import { memberCardStore } from "../wallet/MemberCardStore.ts";
import type { CheckoutStore, FulfilmentOptions } from "./CheckoutStore.ts";
import { removePendingSubmit, savePendingSubmit } from "./pendingSubmit.ts";
import type { CheckoutQuote } from "./sumCart.ts";

interface PlaceOrderOptions {
  checkout: CheckoutStore;
  cart: CartStore;
  options: FulfilmentOptions;
  /** Fetches a new quote. */
  refreshQuote: () => void;
  /** Called when the order exists; its page comes next. */
  onPlaced: () => void;
}

/**
 * Returns the submit handler: creates the order once, empties the cart, starts the payment, and opens the
 * order page.
 */
export function usePlaceOrder({
  checkout,
  cart,
  options,
  refreshQuote,
  onPlaced,
}: PlaceOrderOptions): () => void {
  const root = useStores();
  const navigate = useNavigate();
  useEffect(() => {
    // Preloads the next page's code, so that an order placed before the network drops can be shown.
    import("../order/OrderDetailPage.tsx").catch(() => undefined);
  }, []);
  return useCallback(() => {
    const place = async () => {
      const quote = checkout.quote.value;
      const receipt = await checkout.submit(options);
      if (receipt === null) return;
      removePendingSubmit();
      onPlaced();
      cart.finishOrder();
      // Replaced: going back must not lead to an order form that has been sent. A failed payment start is
      // shown on that page.
      navigate(`/order/${encodeURIComponent(receipt.order_id)}`, { replace: true });
      // Another host's total must match first: a price that was not shown is not paid.
      const isAsShown = quote?.isLocalEstimate !== true || receipt.total_amount === quote.total_amount;
      if (isAsShown) await payPlacedOrder(root, receipt.order_id, quote).catch(() => undefined);
    };
    place().catch((error: unknown) => {
      if (isUnauthenticated(error)) savePendingSubmit(window.location.pathname);
      logError("placing the order failed", error);
      if (checkout.isQuoteStale) refreshQuote();
      // Changes are listed at the top of the page, away from the button.
      if (checkout.needsReview) window.scrollTo(0, 0);
    });
  }, [options, refreshQuote, cart, checkout, navigate, onPlaced, root]);
}

/** Pays the new order with the chosen method; an immediate payment is shown at once. */
async function payPlacedOrder(
  root: RootStore,
  orderId: string,
  quote: CheckoutQuote | undefined,
): Promise<void> {
  const breakdown = toPaymentBreakdown({
    choice: root.get(paymentOptionsStore).assignDraft(orderId),
    offer: quote?.points ?? null,
    totalFen: quote?.total_amount ?? null,
    balanceFen: root.get(memberCardStore).card.value?.balance ?? null,
  });
  const result = await root.get(paymentStore).start(orderId, breakdown);
  if (result === "settled") await root.get(orderStore).open(orderId);
}
