import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { bookingMessages } from "../bookingMessages.ts";
import { sayTime } from "../features/booking/bookingTime.ts";
import { Card, CardRow } from "../features/order/Card.tsx";
import { SubmitBar } from "../features/order/SubmitBar.tsx";
import { PickupStore } from "../features/prepaid/PickupStore.tsx";
import { VoucherCard } from "../features/prepaid/VoucherCard.tsx";
import type { StoreDetail } from "../features/restaurant/StoreDetail.ts";
import { StoreState } from "../features/restaurant/StoreState.tsx";
import { formatMoment } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import { prepaidPath } from "../inStorePaths.ts";
import { prepaidMessages } from "../prepaidMessages.ts";
import { redeemStore } from "../stores/RedeemStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import { PrepaidNotice } from "./PrepaidNotice.tsx";
import styles from "./PrepaidOrderPage.module.css";
import { PrepaidStoreGate } from "./PrepaidStoreGate.tsx";
import { SubmitOffer } from "./SubmitOffer.tsx";
import { usePrepaidPlan } from "./usePrepaidPlan.ts";
import { useRedeeming } from "./useRedeeming.ts";
import { VoucherGate } from "./VoucherGate.tsx";

const words = prepaidMessages;

/** `/prepaid-order-confirm`: what, where and when, nothing to pay, and the button that redeems the voucher. */
export const PrepaidOrderConfirmPage = observer(function PrepaidOrderConfirmPage() {
  const prepaid = usePrepaidPlan();
  const { voucherId, restaurantId } = prepaid;
  return (
    <main className={styles.page}>
      <NavBar
        title={homeMessages.titles.prepaidOrderConfirm}
        back={restaurantId === "" ? "/" : prepaidPath(voucherId, restaurantId)}
      />
      <VoucherGate voucherId={voucherId}>
        {(voucher) => (
          <PrepaidStoreGate prepaid={prepaid}>
            {(store) => (
              <>
                <Where prepaid={prepaid} store={store} />
                <VoucherCard voucher={voucher} until={formatMoment(voucher.expiresAt)} />
                <p className={styles.paid}>{words.paid}</p>
                <Submitting prepaid={prepaid} />
              </>
            )}
          </PrepaidStoreGate>
        )}
      </VoucherGate>
    </main>
  );
});

interface PartProps {
  prepaid: ReturnType<typeof usePrepaidPlan>;
}

const Where = observer(function Where({ prepaid, store }: PartProps & { store: StoreDetail }) {
  const { voucherId, restaurantId, plan: planned } = prepaid;
  const own = useStore(userStore).user?.phone ?? "";
  const navigate = useNavigate();
  const { plan } = planned;
  const phone = plan.phone?.trim() || own;
  const { table } = planned;
  return (
    <Card>
      <PickupStore
        name={store.name}
        address={store.address}
        distanceM={store.distanceM}
        state={<StoreState store={store} />}
        change={{ text: words.change, onPress: () => navigate(prepaidPath(voucherId, restaurantId)) }}
      />
      <CardRow label={words.type}>{inStoreMessages.types[plan.orderType]}</CardRow>
      <CardRow label={words.time}>
        {planned.needsTime ? bookingMessages.choose : sayTime(plan.time, planned.today)}
      </CardRow>
      {table !== null && <CardRow label={inStoreMessages.confirm.table}>{table}</CardRow>}
      {phone !== "" && <CardRow label={words.phone}>{phone}</CardRow>}
    </Card>
  );
});

const Submitting = observer(function Submitting({ prepaid }: PartProps) {
  const redeem = useStore(redeemStore);
  const { isLeaving, submit } = useRedeeming(prepaid);
  return (
    <>
      <PrepaidNotice prepaid={prepaid} onRetry={submit} />
      <SubmitOffer />
      <SubmitBar
        payFen={0}
        canSubmit={!isLeaving && !redeem.isSubmitting}
        isSubmitting={redeem.isSubmitting}
        onSubmit={submit}
      />
    </>
  );
});
