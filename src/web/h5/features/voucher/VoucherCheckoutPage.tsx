import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { voucherOrderPath } from "../../app/paths.ts";
import { useStore } from "../../app/useStores.ts";
import { formatBookingTime } from "../booking/bookingTime.ts";
import { bookingMessages } from "../booking/messages.ts";
import { ResumeSubmitNotice } from "../checkout/components/ResumeSubmitNotice.tsx";
import { SubmitBar } from "../checkout/components/SubmitBar.tsx";
import { OpenStatus } from "../restaurant/components/OpenStatus.tsx";
import { orderTypeMessages } from "../restaurant/orderTypeMessages.ts";
import type { RestaurantDetail } from "../restaurant/RestaurantDetail.ts";
import { PickupRestaurantCard } from "./components/PickupRestaurantCard.tsx";
import { RequireRestaurant } from "./components/RequireRestaurant.tsx";
import { RequireVoucher } from "./components/RequireVoucher.tsx";
import { VoucherCard } from "./components/VoucherCard.tsx";
import { VoucherErrorNotice } from "./components/VoucherErrorNotice.tsx";
import { voucherMessages } from "./messages.ts";
import { useOwnPhone } from "./useOwnPhone.ts";
import { useRedeemVoucher } from "./useRedeemVoucher.ts";
import { useVoucherOptions } from "./useVoucherOptions.ts";
import { voucherCheckoutStore } from "./VoucherCheckoutStore.ts";
import styles from "./VoucherOptionsPage.module.css";

const messages = voucherMessages;

/**
 * `/prepaid-order-confirm`: dishes, restaurant and time, nothing to pay, and the button that redeems the
 * voucher.
 */
export const VoucherCheckoutPage = observer(function VoucherCheckoutPage() {
  const voucherOptions = useVoucherOptions();
  const { voucherId, restaurantId } = voucherOptions;
  return (
    <main className={styles.page}>
      <NavBar
        title={navigationMessages.titles.prepaidOrderConfirm}
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
  const ownPhone = useOwnPhone();
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
      <CardRow label={messages.type}>{orderTypeMessages.types[options.orderType]}</CardRow>
      <CardRow label={messages.time}>
        {optionsStore.needsTime
          ? bookingMessages.choose
          : formatBookingTime(options.time, optionsStore.today)}
      </CardRow>
      {table !== null && <CardRow label={bookingMessages.table}>{table}</CardRow>}
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
