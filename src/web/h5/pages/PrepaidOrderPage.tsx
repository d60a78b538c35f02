import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { parsePhone } from "#contract/phone.ts";
import { logFailure } from "#web/shared/log.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { bookingMessages } from "../bookingMessages.ts";
import { sayTime } from "../features/booking/bookingTime.ts";
import { tableMax } from "../features/booking/Plan.ts";
import { TypeSwitch } from "../features/booking/TypeSwitch.tsx";
import { Card, CardRow } from "../features/order/Card.tsx";
import { PickupStore } from "../features/prepaid/PickupStore.tsx";
import { VoucherCard } from "../features/prepaid/VoucherCard.tsx";
import type { StoreDetail } from "../features/restaurant/StoreDetail.ts";
import { StoreState } from "../features/restaurant/StoreState.tsx";
import { formatMoment } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import { prepaidConfirmPath, selectForVoucherPath, voucherPath } from "../inStorePaths.ts";
import { prepaidMessages } from "../prepaidMessages.ts";
import { userStore } from "../stores/UserStore.ts";
import { useStore, useStores } from "../useStores.ts";
import { BookingSheet } from "./BookingSheet.tsx";
import styles from "./PrepaidOrderPage.module.css";
import { PrepaidStoreGate } from "./PrepaidStoreGate.tsx";
import { usePrepaidPlan } from "./usePrepaidPlan.ts";
import { VoucherGate } from "./VoucherGate.tsx";

const words = prepaidMessages;
const tableWords = inStoreMessages.confirm;

/** `/prepaid-order`: where, how and when a prepaid meal is to be had, and whom to call. */
export const PrepaidOrderPage = observer(function PrepaidOrderPage() {
  const prepaid = usePrepaidPlan();
  const { voucherId } = prepaid;
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.prepaidOrder} back={voucherPath(voucherId)} />
      <VoucherGate voucherId={voucherId}>
        {(voucher) => (
          <PrepaidStoreGate prepaid={prepaid}>
            {(store) => (
              <>
                <Choice prepaid={prepaid} store={store} />
                <VoucherCard voucher={voucher} until={formatMoment(voucher.expiresAt)} />
              </>
            )}
          </PrepaidStoreGate>
        )}
      </VoucherGate>
    </main>
  );
});

interface ChoiceProps {
  prepaid: ReturnType<typeof usePrepaidPlan>;
  store: StoreDetail;
}

const Choice = observer(function Choice({ prepaid, store }: ChoiceProps) {
  const { voucherId, restaurantId, plan: planned } = prepaid;
  const navigate = useNavigate();
  const own = useOwnPhone();
  const [isPicking, setIsPicking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isChecked, setIsChecked] = useState(false);
  const { plan, needsTime } = planned;
  const goOn = () => {
    const typed = plan.phone ?? "";
    const isMissing = typed.trim() === "";
    const isBad = isMissing ? own === "" : parsePhone(typed) === null;
    setProblem(isBad ? (isMissing ? words.phoneRequired : words.phoneInvalid) : undefined);
    setIsChecked(true);
    if (isBad || !planned.isTableFine) return;
    if (needsTime) setIsPicking(true);
    else navigate(prepaidConfirmPath(voucherId, restaurantId));
  };
  return (
    <>
      <Card>
        <PickupStore
          name={store.name}
          address={store.address}
          distanceM={store.distanceM}
          state={<StoreState store={store} />}
          change={{ text: words.otherStore, onPress: () => navigate(selectForVoucherPath(voucherId)) }}
        />
      </Card>
      <Card>
        <CardRow label={words.type}>
          <TypeSwitch type={plan.orderType} onPick={planned.setType} />
        </CardRow>
        {plan.orderType === "dine_in" && (
          <Field
            label={tableWords.table}
            value={plan.tableNo}
            onChange={planned.setTable}
            problem={isChecked && !planned.isTableFine ? tableWords.tableInvalid : undefined}
            placeholder={tableWords.tableHint}
            autoComplete="off"
            maxLength={tableMax}
          />
        )}
        <button type="button" className={styles.time} onClick={() => setIsPicking(true)}>
          <span>{words.time}</span>
          <span className={needsTime ? styles.missing : styles.chosen}>
            {needsTime ? bookingMessages.choose : sayTime(plan.time, planned.today)}
            <Icon name="chevron" size={16} />
          </span>
        </button>
        <Field
          label={words.phone}
          value={plan.phone ?? ""}
          onChange={(text) => planned.setPhone(text, own)}
          problem={problem}
          placeholder={own === "" ? words.phoneHint : own}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
        />
      </Card>
      <div className={styles.bar}>
        <Button size="large" onPress={goOn}>
          {words.next}
        </Button>
      </div>
      <BookingSheet
        open={isPicking}
        restaurantId={restaurantId}
        chosen={plan.time}
        onChoose={planned.setTime}
        onClose={() => setIsPicking(false)}
      />
    </>
  );
});

/** The account's own number as it may be shown; it is called when no other one is given. */
function useOwnPhone(): string {
  const { session } = useStores();
  const user = useStore(userStore);
  const { isLoggedIn } = session;
  const isKnown = user.user !== undefined;
  useEffect(() => {
    // Without it the number has to be typed, and nothing else is missing.
    if (isLoggedIn && !isKnown)
      user.load().catch((error: unknown) => logFailure("loading the customer failed", error));
  }, [user, isLoggedIn, isKnown]);
  return user.user?.phone ?? "";
}
