import { observer } from "mobx-react-lite";
import { formatDishName } from "#contract/menu/dish-name.ts";
import { Card } from "#web/ui/Card/Card.tsx";
import type { CartStore } from "../../cart/CartStore.ts";
import { AmountBreakdown } from "../../order/components/AmountBreakdown.tsx";
import { OrderLineList, type OrderLineView } from "../../order/components/OrderLineList.tsx";
import { type PaymentBreakdown, withBreakdown } from "../../payment/PaymentOptionsStore.ts";
import type { CheckoutStore } from "../CheckoutStore.ts";
import { checkoutMessages } from "../messages.ts";
import type { CheckoutQuote } from "../sumCart.ts";

interface CheckoutItemsProps {
  checkout: CheckoutStore;
  cart: CartStore;
  hasDelivery: boolean;
  /** Amounts by the chosen payment method. */
  breakdown: PaymentBreakdown;
}

/** Dishes and prices from one quote; until it is loaded, the cart's dishes without a total. */
export const CheckoutItems = observer(function CheckoutItems(props: CheckoutItemsProps) {
  const { checkout, cart, hasDelivery, breakdown } = props;
  const quote = checkout.quote.value ?? null;
  const isAddressUnknown = hasDelivery && quote?.distance === null && quote.isLocalEstimate !== true;
  const amounts =
    quote === null ? null : withBreakdown(isAddressUnknown ? withoutDelivery(quote) : quote, breakdown);
  return (
    <Card title={checkoutMessages.items}>
      <OrderLineList lines={quote === null ? cartToLines(cart) : quoteToLines(quote)} />
      <AmountBreakdown amounts={amounts} hasDelivery={hasDelivery} />
    </Card>
  );
});

/** Removes the delivery fee, which is unknown without an address. */
function withoutDelivery(quote: CheckoutQuote) {
  return { ...quote, delivery_fee: null };
}

function quoteToLines(quote: CheckoutQuote): OrderLineView[] {
  return quote.lines.map((line) => ({
    id: line.id,
    name: formatDishName(line.name, line.spec_name),
    specName: null,
    image: line.image,
    quantity: line.quantity,
    amountFen: line.amount,
    originalFen: line.original_price * line.quantity,
  }));
}

function cartToLines(cart: CartStore): OrderLineView[] {
  return cart.list.map(({ item, quantity }) => ({
    id: item.id,
    name: formatDishName(item.name, item.specName),
    specName: null,
    image: item.image,
    quantity,
    amountFen: item.priceFen * quantity,
    originalFen: item.originalPriceFen * quantity,
  }));
}
