import { useCallback, useEffect, useLayoutEffect } from "react";
import { usePolling } from "../../app/usePolling.ts";
import { useStores } from "../../app/useStores.ts";
import type { CartStore } from "../cart/CartStore.ts";
import type { CheckoutStore, FulfilmentOptions } from "./CheckoutStore.ts";

/** How often the quote of a closed restaurant is fetched again; no event tells when it opens. */
const closedPollMs = 15_000;

/**
 * Fetches the quote when the page opens, when the cart or the options change, when the page becomes visible
 * again, and repeatedly while the restaurant takes no orders. `options` must keep its identity while unchanged.
 */
export function useQuote(checkout: CheckoutStore, cart: CartStore, options: FulfilmentOptions): () => void {
  const { session } = useStores();
  // The quote of an earlier cart must not stand beside the dishes of this one.
  useLayoutEffect(() => checkout.clearQuote(), [checkout]);
  const refreshQuote = useCallback(() => {
    // The failure stays in the store and is shown there with a retry. After a logout the page is being left.
    if (!checkout.isSubmitting && session.isLoggedIn) checkout.fetchQuote(options).catch(() => undefined);
  }, [checkout, options, session]);
  const signature = cart.list.map(({ item, quantity }) => `${item.id}:${quantity}:${item.priceFen}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-runs when the cart changes, though its signature is not read
  useEffect(refreshQuote, [refreshQuote, signature]);
  usePolling(refreshQuote, checkout.isRestaurantClosed, closedPollMs);
  return refreshQuote;
}
