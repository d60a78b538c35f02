import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { AddressCard } from "../features/order/AddressCard.tsx";
import { AmountLines } from "../features/order/AmountLines.tsx";
import { Card } from "../features/order/Card.tsx";
import { tablewareMax } from "../features/order/intent.ts";
import { OrderLines } from "../features/order/OrderLines.tsx";
import { DifferencesCard, ProblemsCard } from "../features/order/QuoteIssues.tsx";
import { SubmitBar } from "../features/order/SubmitBar.tsx";
import { WishesCard } from "../features/order/WishesCard.tsx";
import { PayMethods } from "../features/payment/PayMethods.tsx";
import { fullName } from "../fullName.ts";
import { orderingMessages } from "../orderingMessages.ts";
import { type CartStore, cartStore } from "../stores/CartStore.ts";
import { checkoutStore } from "../stores/CheckoutStore.ts";
import { chosenAddress } from "../stores/deliveryAddress.ts";
import { restaurantStore } from "../stores/RestaurantStore.ts";
import { useStore } from "../useStores.ts";
import { OrderConfirmPageNotice } from "./OrderConfirmPageNotice.tsx";
import { usePlacing } from "./usePlacing.ts";
import { useReturn } from "./useReturn.ts";

const words = orderingMessages.confirm;

interface FormProps {
  onPlaced: (orderId: string) => void;
}

/** Everything about the order, from the address to the button. */
export const OrderConfirmPageForm = observer(function OrderConfirmPageForm({ onPlaced }: FormProps) {
  const cart = useStore(cartStore);
  const checkout = useStore(checkoutStore);
  const restaurant = useStore(restaurantStore);
  const navigate = useNavigate();
  const address = useMemo(chosenAddress, []);
  const ask = useQuote(address?.id ?? null);
  const place = usePlacing(address?.id ?? null, ask, onPlaced);
  const quote = checkout.quote.value ?? null;
  const store = address === null ? null : restaurant.recall(address);
  const time = quote === null ? "" : words.deliveryTime(quote.delivery_time);
  const pickAddress = () => navigate("/address-select");
  return (
    <>
      <AddressCard
        address={address}
        note={[store?.name, time].filter(Boolean).join(" · ")}
        onPick={pickAddress}
      />
      <QuoteFailure onRetry={ask} onPickAddress={pickAddress} onMenu={() => navigate("/takeaway-menu")} />
      <DifferencesCard
        differences={quote?.differences ?? []}
        onAccept={() => {
          checkout.acceptDifferences();
          ask();
        }}
      />
      <ProblemsCard
        problems={quote?.problems ?? []}
        onPickAddress={pickAddress}
        onMenu={() => navigate("/takeaway-menu")}
      />
      <Card title={words.items}>
        <OrderLines lines={linesOf(cart)} />
        <AmountLines amounts={quote?.distance === null ? { ...quote, delivery_fee: null } : quote} />
      </Card>
      <WishesCard
        remark={checkout.remark}
        tableware={checkout.tableware}
        tablewareMax={tablewareMax}
        onRemark={checkout.setRemark}
        onTableware={checkout.setTableware}
      />
      <PayMethods />
      <OrderConfirmPageNotice onRetry={place} />
      <SubmitBar
        payFen={quote?.pay_amount ?? null}
        canSubmit={checkout.canSubmit}
        isSubmitting={checkout.isSubmitting}
        onSubmit={place}
      />
    </>
  );
});

interface QuoteFailureProps {
  onRetry: () => void;
  onPickAddress: () => void;
  onMenu: () => void;
}

/** Why there is no price: an address or a store that is gone needs another one, anything else another try. */
const QuoteFailure = observer(function QuoteFailure({ onRetry, onPickAddress, onMenu }: QuoteFailureProps) {
  const { status, error } = useStore(checkoutStore).quote;
  if (status !== "failed") return null;
  const failure = error instanceof ApiError ? error.failure : null;
  // A login that has ended is announced, and led to the login page, by the 401 rule.
  if (failure === "unauthenticated") return null;
  let [name, act] = [texts.retry as string, onRetry];
  if (failure === "not_found") [name, act] = [words.pickAddress, onPickAddress];
  if (failure === "restaurant_not_found") [name, act] = [words.toMenu, onMenu];
  const action = (
    <Button size="small" onPress={act}>
      {name}
    </Button>
  );
  return (
    <Card isWarning actions={action}>
      {messageOf(error, words.quoteFailed)}
    </Card>
  );
});

/** Asks for the price when the page opens, when the cart changes, and when the page is seen again. */
function useQuote(addressId: string | null): () => void {
  const cart = useStore(cartStore);
  const checkout = useStore(checkoutStore);
  const ask = useCallback(() => {
    // The failure stays in the store and is shown there with a way on.
    if (!checkout.isSubmitting) checkout.askQuote(addressId).catch(() => undefined);
  }, [checkout, addressId]);
  const signature = cart.list.map(({ item, quantity }) => `${item.id}:${quantity}:${item.priceFen}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cart is the occasion, though its text is not read
  useEffect(ask, [ask, signature]);
  useReturn(ask);
  return ask;
}

function linesOf(cart: CartStore) {
  return cart.list.map(({ item, quantity }) => ({
    id: item.id,
    name: fullName(item),
    specName: null,
    image: item.image,
    quantity,
    amountFen: item.priceFen * quantity,
    originalFen: item.originalPriceFen * quantity,
  }));
}
