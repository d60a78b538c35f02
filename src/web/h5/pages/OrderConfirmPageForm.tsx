import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { Problem } from "#contract/order/quote.schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { AddressCard } from "../features/order/AddressCard.tsx";
import { ProblemsCard } from "../features/order/QuoteIssues.tsx";
import { orderingMessages } from "../orderingMessages.ts";
import { cartStore } from "../stores/CartStore.ts";
import { checkoutStore, type OrderWay } from "../stores/CheckoutStore.ts";
import { chosenAddress } from "../stores/deliveryAddress.ts";
import { restaurantStore } from "../stores/RestaurantStore.ts";
import { useStore } from "../useStores.ts";
import { CheckoutBody } from "./CheckoutBody.tsx";
import { CheckoutQuoteFailure } from "./CheckoutQuoteFailure.tsx";
import { usePlacing } from "./usePlacing.ts";
import { useQuote } from "./useQuote.ts";

const words = orderingMessages.confirm;

interface FormProps {
  onPlaced: () => void;
}

/** Everything about a takeaway order, from the address to the button. */
export const OrderConfirmPageForm = observer(function OrderConfirmPageForm({ onPlaced }: FormProps) {
  const cart = useStore(cartStore);
  const checkout = useStore(checkoutStore);
  const restaurant = useStore(restaurantStore);
  const navigate = useNavigate();
  const address = useMemo(chosenAddress, []);
  const way = useMemo<OrderWay>(
    () => ({ order_type: "takeaway", address_id: address?.id ?? null }),
    [address],
  );
  const ask = useQuote(checkout, cart, way);
  const place = usePlacing({ checkout, cart, way, ask, onPlaced });
  const quote = checkout.quote.value ?? null;
  const store = address === null ? null : restaurant.recall(address);
  const time = quote === null ? "" : words.deliveryTime(quote.delivery_time);
  const pickAddress = () => navigate("/address-select");
  const toMenu = () => navigate("/takeaway-menu");
  const actionOf = ({ error }: Problem) => (
    <Button
      size="small"
      onPress={error === "out_of_range" || error === "address_required" ? pickAddress : toMenu}
    >
      {words.problemActions[error]}
    </Button>
  );
  return (
    <>
      <AddressCard
        address={address}
        note={[store?.name, time].filter(Boolean).join(" · ")}
        onPick={pickAddress}
      />
      <CheckoutQuoteFailure
        checkout={checkout}
        onRetry={ask}
        ways={{
          not_found: [words.pickAddress, pickAddress],
          restaurant_not_found: [words.toMenu, toMenu],
        }}
      />
      <CheckoutBody
        checkout={checkout}
        cart={cart}
        hasDelivery
        problems={<ProblemsCard problems={quote?.problems ?? []} actionOf={actionOf} />}
        onAsk={ask}
        onPlace={place}
      />
    </>
  );
});
