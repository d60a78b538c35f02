import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { useStore } from "../../../app/useStores.ts";
import type { CartStore } from "../../cart/CartStore.ts";
import { PaymentOptions } from "../../payment/components/PaymentOptions.tsx";
import { paymentOptionsStore } from "../../payment/PaymentOptionsStore.ts";
import { usePaymentBreakdown } from "../../payment/usePaymentBreakdown.ts";
import type { CheckoutStore } from "../CheckoutStore.ts";
import { tablewareMax } from "../checkoutDraft.ts";
import { CheckoutItems } from "./CheckoutItems.tsx";
import { OrderOptionsCard } from "./OrderOptionsCard.tsx";
import { DifferencesCard } from "./QuoteIssues.tsx";
import { ResumeSubmitNotice } from "./ResumeSubmitNotice.tsx";
import { SubmitBar } from "./SubmitBar.tsx";
import { SubmitErrorNotice } from "./SubmitErrorNotice.tsx";

interface CheckoutSummaryProps {
  checkout: CheckoutStore;
  cart: CartStore;
  hasDelivery: boolean;
  /** Blocking problems, each with an action. */
  problems: ReactNode;
  onRefreshQuote: () => void;
  onSubmit: () => void;
}

/** Checkout from the differences to the submit button, for every order type. */
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
