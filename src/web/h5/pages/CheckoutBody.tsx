import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { tablewareMax } from "../features/order/intent.ts";
import { DifferencesCard } from "../features/order/QuoteIssues.tsx";
import { SubmitBar } from "../features/order/SubmitBar.tsx";
import { OrderOptionsCard } from "../features/order/WishesCard.tsx";
import type { CartStore } from "../stores/CartStore.ts";
import type { CheckoutStore } from "../stores/CheckoutStore.ts";
import { paymentOptionsStore } from "../stores/PayChoiceStore.ts";
import { useStore } from "../useStores.ts";
import { CheckoutItems } from "./CheckoutItems.tsx";
import { SubmitErrorNotice } from "./CheckoutNotice.tsx";
import { PaymentOptions } from "./PayChoiceCards.tsx";
import { ResumeSubmitNotice } from "./SubmitOffer.tsx";
import { usePaymentBreakdown } from "./usePayPlan.ts";

interface CheckoutSummaryProps {
  checkout: CheckoutStore;
  cart: CartStore;
  hasDelivery: boolean;
  /** What stands in the way, with ways on. */
  problems: ReactNode;
  onRefreshQuote: () => void;
  onSubmit: () => void;
}

/** An order from its differences to the button, whichever way it is ordered. */
export const CheckoutSummary = observer(function CheckoutSummary(props: CheckoutSummaryProps) {
  const { checkout, cart, hasDelivery, problems, onRefreshQuote, onSubmit } = props;
  const paymentOptions = useStore(paymentOptionsStore);
  const quote = checkout.quote.value;
  const choice = paymentOptions.draft;
  const breakdown = usePaymentBreakdown(choice, quote?.points ?? null, quote?.total_amount ?? null);
  const accept = () => {
    checkout.acceptDifferences();
    onRefreshQuote();
  };
  return (
    <>
      <DifferencesCard differences={quote?.differences ?? []} onAccept={accept} />
      {problems}
      <CheckoutItems checkout={checkout} cart={cart} hasDelivery={hasDelivery} breakdown={breakdown} />
      <OrderOptionsCard
        isDelivery={hasDelivery}
        remark={checkout.remark}
        tableware={checkout.tableware}
        tablewareMax={tablewareMax}
        onRemark={checkout.setRemark}
        onTableware={checkout.setTableware}
        soldoutPolicy={checkout.soldoutPolicy}
        onSoldoutPolicy={checkout.setSoldoutPolicy}
      />
      <PaymentOptions
        choice={choice}
        breakdown={breakdown}
        offer={quote?.points ?? null}
        onChoose={(next) => paymentOptions.choose("", next)}
      />
      <SubmitErrorNotice checkout={checkout} onRetry={onSubmit} />
      <ResumeSubmitNotice />
      <SubmitBar
        payFen={breakdown.dueFen}
        canSubmit={checkout.canSubmit}
        isSubmitting={checkout.isSubmitting}
        onSubmit={onSubmit}
      />
    </>
  );
});
