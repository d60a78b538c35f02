import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { bookingMessages } from "../bookingMessages.ts";
import { formatBookingTime } from "../features/booking/bookingTime.ts";
import { Card, CardRow } from "../features/order/Card.tsx";
import { SubmitBar } from "../features/order/SubmitBar.tsx";
import { PickupRestaurantCard } from "../features/prepaid/PickupStore.tsx";
import { VoucherCard } from "../features/prepaid/VoucherCard.tsx";
import type { RestaurantDetail } from "../features/restaurant/StoreDetail.ts";
import { OpenStatus } from "../features/restaurant/StoreState.tsx";
import { formatDateTime } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import { voucherOrderPath } from "../inStorePaths.ts";
import { voucherMessages } from "../prepaidMessages.ts";
import { voucherCheckoutStore } from "../stores/RedeemStore.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore } from "../useStores.ts";
import { VoucherErrorNotice } from "./PrepaidNotice.tsx";
import styles from "./PrepaidOrderPage.module.css";
import { RequireRestaurant } from "./PrepaidStoreGate.tsx";
import { ResumeSubmitNotice } from "./SubmitOffer.tsx";
import { useVoucherOptions } from "./usePrepaidPlan.ts";
import { useRedeemVoucher } from "./useRedeeming.ts";
import { RequireVoucher } from "./VoucherGate.tsx";

const messages = voucherMessages;

/** `/prepaid-order-confirm`: what, where and when, nothing to pay, and the button that redeems the voucher. */
export const VoucherCheckoutPage = observer(function VoucherCheckoutPage() {
  const voucherOptions = useVoucherOptions();
  const { voucherId, restaurantId } = voucherOptions;
  return (
    <main className={styles.page}>
      <NavBar
        title={homeMessages.titles.prepaidOrderConfirm}
        back={restaurantId === "" ? "/" : voucherOrderPath(voucherId, restaurantId)}
      />
      <RequireVoucher voucherId={voucherId}>
        {(voucher) => (
          <RequireRestaurant voucherOptions={voucherOptions}>
            {(restaurant) => (
              <>
                <PickupSummary voucherOptions={voucherOptions} restaurant={restaurant} />
                <VoucherCard voucher={voucher} until={formatDateTime(voucher.expiresAt)} />
                <p className={styles.paid}>{messages.paid}</p>
                <RedeemSection voucherOptions={voucherOptions} />
              </>
            )}
          </RequireRestaurant>
        )}
      </RequireVoucher>
    </main>
  );
});

interface VoucherSectionProps {
  voucherOptions: ReturnType<typeof useVoucherOptions>;
}

const PickupSummary = observer(function PickupSummary({
  voucherOptions,
  restaurant,
}: VoucherSectionProps & { restaurant: RestaurantDetail }) {
  const { voucherId, restaurantId, optionsStore } = voucherOptions;
  const ownPhone = useStore(userStore).user?.phone ?? "";
  const navigate = useNavigate();
  const { options } = optionsStore;
  const phone = options.phone?.trim() || ownPhone;
  const { table } = optionsStore;
  return (
    <Card>
      <PickupRestaurantCard
        name={restaurant.name}
        address={restaurant.address}
        distanceM={restaurant.distanceM}
        openStatus={<OpenStatus store={restaurant} />}
        change={{ text: messages.change, onPress: () => navigate(voucherOrderPath(voucherId, restaurantId)) }}
      />
      <CardRow label={messages.type}>{inStoreMessages.types[options.orderType]}</CardRow>
      <CardRow label={messages.time}>
        {optionsStore.needsTime
          ? bookingMessages.choose
          : formatBookingTime(options.time, optionsStore.today)}
      </CardRow>
      {table !== null && <CardRow label={inStoreMessages.confirm.table}>{table}</CardRow>}
      {phone !== "" && <CardRow label={messages.phone}>{phone}</CardRow>}
    </Card>
  );
});

const RedeemSection = observer(function RedeemSection({ voucherOptions }: VoucherSectionProps) {
  const voucherCheckout = useStore(voucherCheckoutStore);
  const { isLeaving, submit } = useRedeemVoucher(voucherOptions);
  return (
    <>
      <VoucherErrorNotice voucherOptions={voucherOptions} onRetry={submit} />
      <ResumeSubmitNotice />
      <SubmitBar
        payFen={0}
        canSubmit={!isLeaving && !voucherCheckout.isSubmitting}
        isSubmitting={voucherCheckout.isSubmitting}
        onSubmit={submit}
      />
    </>
  );
});
