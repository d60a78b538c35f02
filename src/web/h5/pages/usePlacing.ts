import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { logFailure } from "#web/shared/log.ts";
import type { CartStore } from "../stores/CartStore.ts";
import type { CheckoutStore, OrderWay } from "../stores/CheckoutStore.ts";
import { paymentStore } from "../stores/PaymentStore.ts";
import { useStore } from "../useStores.ts";

interface Placing {
  checkout: CheckoutStore;
  cart: CartStore;
  way: OrderWay;
  /** Asks for a new quote. */
  ask: () => void;
  /** The order is there; its page comes next. */
  onPlaced: () => void;
}

/** How the button places the order: create it once, empty the cart, start paying, and go to the order's page. */
export function usePlacing({ checkout, cart, way, ask, onPlaced }: Placing): () => void {
  const payment = useStore(paymentStore);
  const navigate = useNavigate();
  useEffect(() => {
    // The next page's code is fetched now, so that an order placed before the network goes away can be shown.
    import("./OrderDetailPage.tsx").catch(() => undefined);
  }, []);
  return useCallback(() => {
    const place = async () => {
      const receipt = await checkout.submit(way);
      if (receipt === null) return;
      onPlaced();
      cart.clear();
      cart.flush();
      // Replaced: going back must not lead to an order form that has been sent. A failed start is shown on that page.
      navigate(`/order/${encodeURIComponent(receipt.order_id)}`, { replace: true });
      await payment.start(receipt.order_id).catch(() => undefined);
    };
    place().catch((error: unknown) => {
      logFailure("placing the order failed", error);
      if (checkout.isQuoteOld) ask();
      // What changed is listed at the top of the page, away from the button.
      if (checkout.needsReview) window.scrollTo(0, 0);
    });
  }, [way, ask, cart, checkout, navigate, onPlaced, payment]);
}
