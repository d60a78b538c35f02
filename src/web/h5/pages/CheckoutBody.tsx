import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { tablewareMax } from "../features/order/intent.ts";
import { DifferencesCard } from "../features/order/QuoteIssues.tsx";
import { SubmitBar } from "../features/order/SubmitBar.tsx";
import { WishesCard } from "../features/order/WishesCard.tsx";
import { PayMethods } from "../features/payment/PayMethods.tsx";
import type { CartStore } from "../stores/CartStore.ts";
import type { CheckoutStore } from "../stores/CheckoutStore.ts";
import { CheckoutItems } from "./CheckoutItems.tsx";
import { CheckoutNotice } from "./CheckoutNotice.tsx";

interface BodyProps {
  checkout: CheckoutStore;
  cart: CartStore;
  hasDelivery: boolean;
  /** What stands in the way, with ways on. */
  problems: ReactNode;
  onAsk: () => void;
  onPlace: () => void;
}

/** An order from its differences to the button, whichever way it is ordered. */
export const CheckoutBody = observer(function CheckoutBody(props: BodyProps) {
  const { checkout, cart, hasDelivery, problems, onAsk, onPlace } = props;
  const accept = () => {
    checkout.acceptDifferences();
    onAsk();
  };
  return (
    <>
      <DifferencesCard differences={checkout.quote.value?.differences ?? []} onAccept={accept} />
      {problems}
      <CheckoutItems checkout={checkout} cart={cart} hasDelivery={hasDelivery} />
      <WishesCard
        remark={checkout.remark}
        tableware={checkout.tableware}
        tablewareMax={tablewareMax}
        onRemark={checkout.setRemark}
        onTableware={checkout.setTableware}
      />
      <PayMethods />
      <CheckoutNotice checkout={checkout} onRetry={onPlace} />
      <SubmitBar
        payFen={checkout.quote.value?.pay_amount ?? null}
        canSubmit={checkout.canSubmit}
        isSubmitting={checkout.isSubmitting}
        onSubmit={onPlace}
      />
    </>
  );
});
