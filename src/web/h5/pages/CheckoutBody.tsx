import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { tablewareMax } from "../features/order/intent.ts";
import { DifferencesCard } from "../features/order/QuoteIssues.tsx";
import { SubmitBar } from "../features/order/SubmitBar.tsx";
import { WishesCard } from "../features/order/WishesCard.tsx";
import type { CartStore } from "../stores/CartStore.ts";
import type { CheckoutStore } from "../stores/CheckoutStore.ts";
import { payChoiceStore } from "../stores/PayChoiceStore.ts";
import { useStore } from "../useStores.ts";
import { CheckoutItems } from "./CheckoutItems.tsx";
import { CheckoutNotice } from "./CheckoutNotice.tsx";
import { PayChoiceCards } from "./PayChoiceCards.tsx";
import { SubmitOffer } from "./SubmitOffer.tsx";
import { usePayPlan } from "./usePayPlan.ts";

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
  const choices = useStore(payChoiceStore);
  const quote = checkout.quote.value;
  const choice = choices.draft;
  const plan = usePayPlan(choice, quote?.points ?? null, quote?.total_amount ?? null);
  const accept = () => {
    checkout.acceptDifferences();
    onAsk();
  };
  return (
    <>
      <DifferencesCard differences={quote?.differences ?? []} onAccept={accept} />
      {problems}
      <CheckoutItems checkout={checkout} cart={cart} hasDelivery={hasDelivery} plan={plan} />
      <WishesCard
        isBrought={hasDelivery}
        remark={checkout.remark}
        tableware={checkout.tableware}
        tablewareMax={tablewareMax}
        onRemark={checkout.setRemark}
        onTableware={checkout.setTableware}
        soldoutPolicy={checkout.soldoutPolicy}
        onSoldoutPolicy={checkout.setSoldoutPolicy}
      />
      <PayChoiceCards
        choice={choice}
        plan={plan}
        offer={quote?.points ?? null}
        onChoose={(next) => choices.choose("", next)}
      />
      <CheckoutNotice checkout={checkout} onRetry={onPlace} />
      <SubmitOffer />
      <SubmitBar
        payFen={plan.dueFen}
        canSubmit={checkout.canSubmit}
        isSubmitting={checkout.isSubmitting}
        onSubmit={onPlace}
      />
    </>
  );
});
