import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { inStoreCart } from "../stores/inStoreCart.ts";
import { planStore } from "../stores/PlanStore.ts";
import { useStore } from "../useStores.ts";
import { CheckoutPage } from "./CheckoutPage.tsx";
import { ConfirmOrderPageForm } from "./ConfirmOrderPageForm.tsx";

/** The last look at an order for pick-up or at a table before it is placed and paid. */
export const ConfirmOrderPage = observer(function ConfirmOrderPage() {
  const cart = useStore(inStoreCart);
  const plan = useStore(planStore);
  const { restaurantId } = cart;
  // The cart outlives the visit, the plan does not: the cart says which store it is.
  useEffect(() => {
    if (restaurantId !== "") plan.turnTo(restaurantId);
  }, [plan, restaurantId]);
  const menu = restaurantId === "" ? "/restaurant-select" : `/menu?restaurant_id=${restaurantId}`;
  return (
    <CheckoutPage cart={cart} here="/confirm-order" menu={menu}>
      {(onPlaced) => plan.plan.restaurantId === restaurantId && <ConfirmOrderPageForm onPlaced={onPlaced} />}
    </CheckoutPage>
  );
});
