import { observer } from "mobx-react-lite";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useStore } from "../../../app/useStores.ts";
import { BookingSheet } from "../../booking/components/BookingSheet.tsx";
import { InStoreOptionsCard } from "../../booking/components/InStoreOptionsCard.tsx";
import { inStoreOptionsStore } from "../../booking/InStoreOptionsStore.ts";
import { useOptionsClock } from "../../booking/useOptionsClock.ts";
import { inStoreCartStorage, inStoreCartStore } from "../../cart/inStoreCartStore.ts";
import type { FulfilmentOptions } from "../../checkout/CheckoutStore.ts";
import { CheckoutSummary } from "../../checkout/components/CheckoutSummary.tsx";
import { QuoteError } from "../../checkout/components/QuoteError.tsx";
import { ProblemsCard } from "../../checkout/components/QuoteIssues.tsx";
import { usePlaceOrder } from "../../checkout/usePlaceOrder.ts";
import { useQuote } from "../../checkout/useQuote.ts";
import { inStoreCheckoutStore } from "../inStoreCheckoutStore.ts";
import { inStoreMessages } from "../messages.ts";
import { useContactFields } from "../useContactFields.ts";
import { InStoreProblemActions } from "./InStoreProblemActions.tsx";

const messages = inStoreMessages;

interface InStoreOrderSectionProps {
  onPlaced: () => void;
}

/**
 * Returns the quote of the cart for the chosen type and time, and the submit handler; a placed order clears
 * the time.
 */
function useInStoreOrder(
  contactFields: Pick<FulfilmentOptions, "table_no" | "contact_phone">,
  onPlaced: () => void,
) {
  const optionsStore = useStore(inStoreOptionsStore);
  const cart = useStore(inStoreCartStore);
  const checkout = useStore(inStoreCheckoutStore);
  const { orderType, time } = optionsStore.options;
  const quoteOptions = useMemo<FulfilmentOptions>(
    () => ({ order_type: orderType, booking_time: time }),
    [orderType, time],
  );
  const refreshQuote = useQuote(checkout, cart, quoteOptions);
  const placeOrder = usePlaceOrder({
    checkout,
    cart,
    options: { ...quoteOptions, ...contactFields },
    refreshQuote,
    onPlaced: () => {
      onPlaced();
      optionsStore.clearTime();
    },
  });
  return { refreshQuote, placeOrder };
}

/** In-store checkout, from restaurant and time to the submit button. */
export const InStoreOrderSection = observer(function InStoreOrderSection({
  onPlaced,
}: InStoreOrderSectionProps) {
  const optionsStore = useStore(inStoreOptionsStore);
  const cart = useStore(inStoreCartStore);
  const checkout = useStore(inStoreCheckoutStore);
  const cartStorage = useStore(inStoreCartStorage);
  const navigate = useNavigate();
  const [isPicking, setIsPicking] = useState(false);
  const { options, restaurantDetail } = optionsStore;
  useOptionsClock(optionsStore);
  const contact = useContactFields();
  const { refreshQuote, placeOrder } = useInStoreOrder(contact.requestFields, onPlaced);
  const toMenu = () => navigate(`/menu?restaurant_id=${options.restaurantId}`);
  const fallbackRestaurant = {
    name: cartStorage.findCart(options.restaurantId)?.restaurantName ?? "",
    address: "",
  };
  const pickTime = () => setIsPicking(true);
  return (
    <>
      <InStoreOptionsCard
        restaurant={restaurantDetail ?? fallbackRestaurant}
        options={options}
        phone={contact.phone}
        ownPhone={contact.ownPhone}
        today={optionsStore.today}
        needsTime={optionsStore.needsTime}
        tableProblem={contact.tableProblem}
        phoneProblem={contact.phoneProblem}
        onOpenTimes={pickTime}
        onPickType={optionsStore.setType}
        onTable={optionsStore.setTable}
        onPhone={contact.setPhone}
      />
      <QuoteError
        checkout={checkout}
        onRetry={refreshQuote}
        actions={{ restaurant_not_found: [messages.chooseStore, () => navigate("/restaurant-select")] }}
      />
      <CheckoutSummary
        checkout={checkout}
        cart={cart}
        hasDelivery={false}
        problems={
          <ProblemsCard
            problems={checkout.quote.value?.problems ?? []}
            renderAction={({ error }) => (
              <InStoreProblemActions error={error} onPickTime={pickTime} onMenu={toMenu} />
            )}
          />
        }
        onRefreshQuote={refreshQuote}
        onSubmit={() => {
          if (contact.validate()) placeOrder();
        }}
      />
      <BookingSheet
        open={isPicking}
        restaurantId={options.restaurantId}
        selectedTime={options.time}
        onChoose={optionsStore.setTime}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
});
