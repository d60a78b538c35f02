import { observer } from "mobx-react-lite";
import { AmountLines } from "../features/order/AmountLines.tsx";
import { Card } from "../features/order/Card.tsx";
import { OrderLines, type ShownLine } from "../features/order/OrderLines.tsx";
import type { CheckoutQuote } from "../features/order/sumCart.ts";
import { fullName } from "../fullName.ts";
import { orderingMessages } from "../orderingMessages.ts";
import type { CartStore } from "../stores/CartStore.ts";
import type { CheckoutStore } from "../stores/CheckoutStore.ts";
import { type PayPlan, withPlan } from "../stores/PayChoiceStore.ts";

interface ItemsProps {
  checkout: CheckoutStore;
  cart: CartStore;
  hasDelivery: boolean;
  /** What the chosen way to pay comes to. */
  plan: PayPlan;
}

/** The dishes and what they cost, both out of one quote; until it is there, the dishes of the cart without a total. */
export const CheckoutItems = observer(function CheckoutItems(props: ItemsProps) {
  const { checkout, cart, hasDelivery, plan } = props;
  const quote = checkout.quote.value ?? null;
  const isPlaceUnknown = hasDelivery && quote?.distance === null && quote.isSummedHere !== true;
  const amounts = quote === null ? null : withPlan(isPlaceUnknown ? withoutDelivery(quote) : quote, plan);
  return (
    <Card title={orderingMessages.confirm.items}>
      <OrderLines lines={quote === null ? linesOfCart(cart) : linesOfQuote(quote)} />
      <AmountLines amounts={amounts} hasDelivery={hasDelivery} />
    </Card>
  );
});

/** Nobody knows where to, so what bringing it costs is not known either. */
function withoutDelivery(quote: CheckoutQuote) {
  return { ...quote, delivery_fee: null };
}

function linesOfQuote(quote: CheckoutQuote): ShownLine[] {
  return quote.lines.map((line) => ({
    id: line.id,
    name: fullName({ name: line.name, specName: line.spec_name }),
    specName: null,
    image: line.image,
    quantity: line.quantity,
    amountFen: line.amount,
    originalFen: line.original_price * line.quantity,
  }));
}

function linesOfCart(cart: CartStore): ShownLine[] {
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
