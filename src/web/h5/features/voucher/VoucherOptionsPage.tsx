import { observer } from "mobx-react-lite";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { parsePhone } from "#contract/phone.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { BottomBar } from "#web/ui/BottomBar/BottomBar.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card, CardRow } from "#web/ui/Card/Card.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { voucherConfirmPath, voucherPath, voucherRestaurantPath } from "../../app/paths.ts";
import { formatBookingTime } from "../booking/bookingTime.ts";
import { BookingSheet } from "../booking/components/BookingSheet.tsx";
import { tableNoMaxLength } from "../booking/InStoreOptions.ts";
import { bookingMessages } from "../booking/messages.ts";
import { OpenStatus } from "../restaurant/components/OpenStatus.tsx";
import { OrderTypeSwitch } from "../restaurant/components/OrderTypeSwitch.tsx";
import type { RestaurantDetail } from "../restaurant/RestaurantDetail.ts";
import { PickupRestaurantCard } from "./components/PickupRestaurantCard.tsx";
import { RequireRestaurant } from "./components/RequireRestaurant.tsx";
import { RequireVoucher } from "./components/RequireVoucher.tsx";
import { VoucherCard } from "./components/VoucherCard.tsx";
import { voucherMessages } from "./messages.ts";
import { useOwnPhone } from "./useOwnPhone.ts";
import { useVoucherOptions } from "./useVoucherOptions.ts";
import styles from "./VoucherOptionsPage.module.css";

const messages = voucherMessages;

/** `/prepaid-order`: restaurant, order type, time and contact number of a prepaid meal. */
export const VoucherOptionsPage = observer(function VoucherOptionsPage() {
  const voucherOptions = useVoucherOptions();
  const { voucherId } = voucherOptions;
  return (
    <main className={styles.page}>
      <NavBar title={navigationMessages.titles.prepaidOrder} back={voucherPath(voucherId)} />
      <RequireVoucher voucherId={voucherId}>
        {(voucher) => (
          <RequireRestaurant voucherOptions={voucherOptions}>
            {(restaurant) => (
              <VoucherOptionsForm voucherOptions={voucherOptions} restaurant={restaurant}>
                <VoucherCard voucher={voucher} until={formatDateTime(voucher.expiresAt)} />
              </VoucherOptionsForm>
            )}
          </RequireRestaurant>
        )}
      </RequireVoucher>
    </main>
  );
});

interface VoucherOptionsFormProps {
  voucherOptions: ReturnType<typeof useVoucherOptions>;
  restaurant: RestaurantDetail;
  /** What follows the fields. */
  children: ReactNode;
}

const VoucherOptionsForm = observer(function VoucherOptionsForm({
  voucherOptions,
  restaurant,
  children,
}: VoucherOptionsFormProps) {
  const { voucherId, restaurantId, optionsStore } = voucherOptions;
  const navigate = useNavigate();
  const ownPhone = useOwnPhone();
  const [isPicking, setIsPicking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isChecked, setIsChecked] = useState(false);
  const { options, needsTime } = optionsStore;
  const submit = () => {
    const typed = options.phone ?? "";
    const isMissing = typed.trim() === "";
    const isInvalid = isMissing ? ownPhone === "" : parsePhone(typed) === null;
    setProblem(isInvalid ? (isMissing ? messages.phoneRequired : messages.phoneInvalid) : undefined);
    setIsChecked(true);
    if (isInvalid || !optionsStore.isTableValid) return;
    if (needsTime) setIsPicking(true);
    else navigate(voucherConfirmPath(voucherId, restaurantId));
  };
  return (
    <>
      <Card>
        <PickupRestaurantCard
          name={restaurant.name}
          address={restaurant.address}
          distanceM={restaurant.distanceM}
          openStatus={<OpenStatus store={restaurant} />}
          change={{
            text: messages.changeRestaurant,
            onPress: () => navigate(voucherRestaurantPath(voucherId)),
          }}
        />
      </Card>
      <Card>
        <CardRow label={messages.type}>
          <OrderTypeSwitch type={options.orderType} onPick={optionsStore.setType} />
        </CardRow>
        {options.orderType === "dine_in" && (
          <Field
            label={bookingMessages.table}
            value={options.tableNo}
            onChange={optionsStore.setTable}
            problem={isChecked && !optionsStore.isTableValid ? bookingMessages.tableInvalid : undefined}
            placeholder={bookingMessages.tableHint}
            autoComplete="off"
            maxLength={tableNoMaxLength}
          />
        )}
        <button type="button" className={styles.time} onClick={() => setIsPicking(true)}>
          <Cell
            title={messages.time}
            value={needsTime ? bookingMessages.choose : formatBookingTime(options.time, optionsStore.today)}
            valueClass={needsTime ? (styles.missing ?? "") : ""}
            rightIcon={<Icon name="chevron" size={16} />}
          />
        </button>
        <Field
          label={messages.phone}
          value={options.phone ?? ""}
          onChange={(text) => optionsStore.setPhone(text, ownPhone)}
          problem={problem}
          placeholder={ownPhone === "" ? messages.phoneHint : ownPhone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
        />
      </Card>
      {children}
      <BottomBar>
        <Button size="large" onPress={submit}>
          {messages.next}
        </Button>
      </BottomBar>
      <BookingSheet
        open={isPicking}
        restaurantId={restaurantId}
        selectedTime={options.time}
        onChoose={optionsStore.setTime}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
});
