import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { QuoteProblem } from "#contract/order/quote.schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { useStore } from "../../../app/useStores.ts";
import { readSelectedAddress } from "../../address/selectedAddress.ts";
import { cartStore } from "../../cart/CartStore.ts";
import type { FulfilmentOptions } from "../../checkout/CheckoutStore.ts";
import { CheckoutSummary } from "../../checkout/components/CheckoutSummary.tsx";
import { DeliveryAddressCard } from "../../checkout/components/DeliveryAddressCard.tsx";
import { QuoteError } from "../../checkout/components/QuoteError.tsx";
import { ProblemsCard } from "../../checkout/components/QuoteIssues.tsx";
import { checkoutStore } from "../../checkout/createCheckoutStore.ts";
import { checkoutMessages } from "../../checkout/messages.ts";
import { usePlaceOrder } from "../../checkout/usePlaceOrder.ts";
import { useQuote } from "../../checkout/useQuote.ts";
import { restaurantStore } from "../../restaurant/RestaurantStore.ts";

const messages = checkoutMessages;

interface TakeawayOrderSectionProps {
  onPlaced: () => void;
}

/** Takeaway checkout, from the address to the submit button. */
export const TakeawayOrderSection = observer(function TakeawayOrderSection({
  onPlaced,
}: TakeawayOrderSectionProps) {
  const cart = useStore(cartStore);
  const checkout = useStore(checkoutStore);
  const restaurants = useStore(restaurantStore);
  const navigate = useNavigate();
  const address = useMemo(readSelectedAddress, []);
  const options = useMemo<FulfilmentOptions>(
    () => ({ order_type: "takeaway", address_id: address?.id ?? null }),
    [address],
  );
  const refreshQuote = useQuote(checkout, cart, options);
  const placeOrder = usePlaceOrder({ checkout, cart, options, refreshQuote, onPlaced });
  const quote = checkout.quote.value ?? null;
  const restaurant = address === null ? null : restaurants.findStored(address);
  const time = quote === null ? "" : messages.deliveryTime(quote.delivery_time);
  const pickAddress = () => navigate("/address-select");
  const toMenu = () => navigate("/takeaway-menu");
  const actionOf = ({ error }: QuoteProblem) => (
    <Button
      size="small"
      onPress={error === "out_of_range" || error === "address_required" ? pickAddress : toMenu}
    >
      {messages.problemActions[error]}
    </Button>
  );
  return (
    <>
      <DeliveryAddressCard
        address={address}
        note={[restaurant?.name, time].filter(Boolean).join(" · ")}
        onPick={pickAddress}
      />
      <QuoteError
        checkout={checkout}
        onRetry={refreshQuote}
        actions={{
          not_found: [messages.pickAddress, pickAddress],
          restaurant_not_found: [messages.toMenu, toMenu],
        }}
      />
      <CheckoutSummary
        checkout={checkout}
        cart={cart}
        hasDelivery
        problems={<ProblemsCard problems={quote?.problems ?? []} renderAction={actionOf} />}
        onRefreshQuote={refreshQuote}
        onSubmit={placeOrder}
      />
    </>
  );
});
