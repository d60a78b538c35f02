import { useCallback, useEffect, useLayoutEffect } from "react";
import type { CartStore } from "../stores/CartStore.ts";
import type { CheckoutStore, OrderWay } from "../stores/CheckoutStore.ts";
import { useReturn } from "./useReturn.ts";

/**
 * Asks for the price when the page opens, when the cart or the way it is ordered changes, and when the page is seen
 * again. The way must stay the same object while it does not change.
 */
export function useQuote(checkout: CheckoutStore, cart: CartStore, way: OrderWay): () => void {
  // What an earlier cart cost must not stand beside the dishes of this one.
  useLayoutEffect(() => checkout.dropQuote(), [checkout]);
  const ask = useCallback(() => {
    // The failure stays in the store and is shown there with a way on.
    if (!checkout.isSubmitting) checkout.askQuote(way).catch(() => undefined);
  }, [checkout, way]);
  const signature = cart.list.map(({ item, quantity }) => `${item.id}:${quantity}:${item.priceFen}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cart is the occasion, though its text is not read
  useEffect(ask, [ask, signature]);
  useReturn(ask);
  return ask;
}
