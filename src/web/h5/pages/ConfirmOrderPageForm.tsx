import { observer } from "mobx-react-lite";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { PlanCard } from "../features/booking/PlanCard.tsx";
import { ProblemsCard } from "../features/order/QuoteIssues.tsx";
import { inStoreMessages } from "../inStoreMessages.ts";
import type { OrderWay } from "../stores/CheckoutStore.ts";
import { inStoreCart, inStoreShelf } from "../stores/inStoreCart.ts";
import { inStoreCheckout } from "../stores/inStoreCheckout.ts";
import { planStore } from "../stores/PlanStore.ts";
import { useStore } from "../useStores.ts";
import { BookingSheet } from "./BookingSheet.tsx";
import { CheckoutBody } from "./CheckoutBody.tsx";
import { CheckoutQuoteFailure } from "./CheckoutQuoteFailure.tsx";
import { ConfirmOrderPageWays } from "./ConfirmOrderPageWays.tsx";
import { useContact } from "./useContact.ts";
import { usePlacing } from "./usePlacing.ts";
import { usePlanClock } from "./usePlanClock.ts";
import { useQuote } from "./useQuote.ts";

const words = inStoreMessages;

interface FormProps {
  onPlaced: () => void;
}

/** Everything about an order in a store, from where and when to the button. */
export const ConfirmOrderPageForm = observer(function ConfirmOrderPageForm({ onPlaced }: FormProps) {
  const planned = useStore(planStore);
  const cart = useStore(inStoreCart);
  const checkout = useStore(inStoreCheckout);
  const shelf = useStore(inStoreShelf);
  const navigate = useNavigate();
  const [isPicking, setIsPicking] = useState(false);
  const { plan, store } = planned;
  usePlanClock(planned);
  const contact = useContact();
  const { orderType, time } = plan;
  const asked = useMemo<OrderWay>(() => ({ order_type: orderType, booking_time: time }), [orderType, time]);
  const ask = useQuote(checkout, cart, asked);
  const finish = () => {
    onPlaced();
    planned.finish();
  };
  const place = usePlacing({ checkout, cart, way: { ...asked, ...contact.part }, ask, onPlaced: finish });
  const toMenu = () => navigate(`/menu?restaurant_id=${plan.restaurantId}`);
  const named = { name: shelf.named(plan.restaurantId)?.restaurantName ?? "", address: "" };
  const pickTime = () => setIsPicking(true);
  return (
    <>
      <PlanCard
        store={store ?? named}
        plan={plan}
        phone={contact.phone}
        ownPhone={contact.own}
        today={planned.today}
        needsTime={planned.needsTime}
        tableProblem={contact.tableProblem}
        phoneProblem={contact.phoneProblem}
        onOpenTimes={pickTime}
        onPickType={planned.setType}
        onTable={planned.setTable}
        onPhone={contact.setPhone}
      />
      <CheckoutQuoteFailure
        checkout={checkout}
        onRetry={ask}
        ways={{ restaurant_not_found: [words.chooseStore, () => navigate("/restaurant-select")] }}
      />
      <CheckoutBody
        checkout={checkout}
        cart={cart}
        hasDelivery={false}
        problems={
          <ProblemsCard
            problems={checkout.quote.value?.problems ?? []}
            actionOf={({ error }) => (
              <ConfirmOrderPageWays error={error} onPickTime={pickTime} onMenu={toMenu} />
            )}
          />
        }
        onAsk={ask}
        onPlace={() => {
          if (contact.check()) place();
        }}
      />
      <BookingSheet
        open={isPicking}
        restaurantId={plan.restaurantId}
        chosen={time}
        onChoose={planned.setTime}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
});
