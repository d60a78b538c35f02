import { observer } from "mobx-react-lite";
import { cartStore } from "../stores/CartStore.ts";
import { useStore } from "../useStores.ts";
import { CheckoutPage } from "./CheckoutPage.tsx";
import { OrderConfirmPageForm } from "./OrderConfirmPageForm.tsx";

/** The last look at a takeaway order before it is placed and paid. */
export const OrderConfirmPage = observer(function OrderConfirmPage() {
  const cart = useStore(cartStore);
  return (
    <CheckoutPage cart={cart} here="/order-confirm" menu="/takeaway-menu">
      {(onPlaced) => <OrderConfirmPageForm onPlaced={onPlaced} />}
    </CheckoutPage>
  );
});
