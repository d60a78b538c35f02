import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { logFailure } from "#web/shared/log.ts";
import { cartStore } from "../stores/CartStore.ts";
import { checkoutStore } from "../stores/CheckoutStore.ts";
import { paymentStore } from "../stores/PaymentStore.ts";
import { useStore } from "../useStores.ts";

/** How the button places the order: create it once, empty the cart, start paying, and go to the order's page. */
export function usePlacing(
  addressId: string | null,
  ask: () => void,
  onPlaced: (orderId: string) => void,
): () => void {
  const cart = useStore(cartStore);
  const checkout = useStore(checkoutStore);
  const payment = useStore(paymentStore);
  const navigate = useNavigate();
  useEffect(() => {
    // The next page's code is fetched now, so that an order placed before the network goes away can be shown.
    import("./OrderDetailPage.tsx").catch(() => undefined);
  }, []);
  return useCallback(() => {
    const place = async () => {
      const receipt = await checkout.submit(addressId);
      if (receipt === null) return;
      onPlaced(receipt.order_id);
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
  }, [addressId, ask, cart, checkout, navigate, onPlaced, payment]);
}
