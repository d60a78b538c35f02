import { useCallback, useEffect, useLayoutEffect } from "react";
import { useOnResume } from "../../app/useOnResume.ts";
import type { CartStore } from "../cart/CartStore.ts";
import type { CheckoutStore, FulfilmentOptions } from "./CheckoutStore.ts";

/**
 * Asks for the price when the page opens, when the cart or the way it is ordered changes, and when the page is seen
 * again. The way must stay the same object while it does not change.
 */
export function useQuote(checkout: CheckoutStore, cart: CartStore, options: FulfilmentOptions): () => void {
  // What an earlier cart cost must not stand beside the dishes of this one.
  useLayoutEffect(() => checkout.clearQuote(), [checkout]);
  const refreshQuote = useCallback(() => {
    // The failure stays in the store and is shown there with a way on.
    if (!checkout.isSubmitting) checkout.fetchQuote(options).catch(() => undefined);
  }, [checkout, options]);
  const signature = cart.list.map(({ item, quantity }) => `${item.id}:${quantity}:${item.priceFen}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cart is the occasion, though its text is not read
  useEffect(refreshQuote, [refreshQuote, signature]);
  useOnResume(refreshQuote);
  return refreshQuote;
}
