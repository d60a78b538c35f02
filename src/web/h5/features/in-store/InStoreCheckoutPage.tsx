import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useStore } from "../../app/useStores.ts";
import { inStoreOptionsStore } from "../booking/InStoreOptionsStore.ts";
import { inStoreCartStore } from "../cart/inStoreCartStore.ts";
import { CheckoutLayout } from "../checkout/components/CheckoutLayout.tsx";
import { InStoreOrderSection } from "./components/InStoreOrderSection.tsx";

/** Confirmation of a pickup or dine-in order before it is placed and paid. */
export const InStoreCheckoutPage = observer(function InStoreCheckoutPage() {
  const cart = useStore(inStoreCartStore);
  const optionsStore = useStore(inStoreOptionsStore);
  const { restaurantId } = cart;
  // The cart outlives the visit, the options do not: the cart has the restaurant.
  useEffect(() => {
    if (restaurantId !== "") optionsStore.openRestaurant(restaurantId);
  }, [optionsStore, restaurantId]);
  const menuPath = restaurantId === "" ? "/restaurant-select" : `/menu?restaurant_id=${restaurantId}`;
  return (
    <CheckoutLayout cart={cart} path="/confirm-order" menuPath={menuPath}>
      {(onPlaced) =>
        optionsStore.options.restaurantId === restaurantId && <InStoreOrderSection onPlaced={onPlaced} />
      }
    </CheckoutLayout>
  );
});
