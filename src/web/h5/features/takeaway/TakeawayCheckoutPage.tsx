import { observer } from "mobx-react-lite";
import { useStore } from "../../app/useStores.ts";
import { cartStore } from "../cart/CartStore.ts";
import { CheckoutLayout } from "../checkout/components/CheckoutLayout.tsx";
import { TakeawayOrderSection } from "./components/TakeawayOrderSection.tsx";

/** Confirmation of a takeaway order before it is placed and paid. */
export const TakeawayCheckoutPage = observer(function TakeawayCheckoutPage() {
  const cart = useStore(cartStore);
  return (
    <CheckoutLayout cart={cart} path="/order-confirm" menuPath="/takeaway-menu">
      {(onPlaced) => <TakeawayOrderSection onPlaced={onPlaced} />}
    </CheckoutLayout>
  );
});
