import { observer } from "mobx-react-lite";
import { cartStore } from "../stores/CartStore.ts";
import { useStore } from "../useStores.ts";
import { CheckoutLayout } from "./CheckoutPage.tsx";
import { TakeawayOrderSection } from "./OrderConfirmPageForm.tsx";

/** The last look at a takeaway order before it is placed and paid. */
export const TakeawayCheckoutPage = observer(function TakeawayCheckoutPage() {
  const cart = useStore(cartStore);
  return (
    <CheckoutLayout cart={cart} path="/order-confirm" menuPath="/takeaway-menu">
      {(onPlaced) => <TakeawayOrderSection onPlaced={onPlaced} />}
    </CheckoutLayout>
  );
});
