import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { type ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Card } from "../features/order/Card.tsx";
import { prepaidPath, selectForVoucherPath } from "../inStorePaths.ts";
import { prepaidMessages } from "../prepaidMessages.ts";
import { redeemStore } from "../stores/RedeemStore.ts";
import { useStore } from "../useStores.ts";
import styles from "./PrepaidOrderPage.module.css";
import type { usePrepaidPlan } from "./usePrepaidPlan.ts";

const words = prepaidMessages;

interface NoticeProps {
  prepaid: ReturnType<typeof usePrepaidPlan>;
  onRetry: () => void;
}

/** Why the voucher could not be redeemed, and the way on: a safe retry, another time or another store. */
export const PrepaidNotice = observer(function PrepaidNotice({ prepaid, onRetry }: NoticeProps) {
  const redeem = useStore(redeemStore);
  const { failure, isUncertain } = redeem;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) place.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  if (failure === null && !isUncertain) return null;
  const retry = (
    <Button size="small" onPress={onRetry} isBusy={redeem.isSubmitting}>
      {texts.retry}
    </Button>
  );
  return (
    <div ref={place} className={styles.notice}>
      <Card isWarning actions={isUncertain ? retry : <WaysOn prepaid={prepaid} failure={failure} />}>
        {failure !== null && <p>{messageOf(failure, words.submitFailed)}</p>}
        {isUncertain && <p>{words.unanswered}</p>}
      </Card>
    </div>
  );
});

/** Another time may do, and so may another store. */
function WaysOn({ prepaid, failure }: Pick<NoticeProps, "prepaid"> & { failure: ApiError | null }) {
  const { voucherId, restaurantId } = prepaid;
  const redeem = useStore(redeemStore);
  const navigate = useNavigate();
  const go = (path: string) => () => {
    redeem.dismiss();
    navigate(path);
  };
  const isAboutStock = failure?.failure === "out_of_stock" || failure?.failure === "restaurant_not_found";
  return (
    <>
      <Button size="small" look="plain" onPress={go(selectForVoucherPath(voucherId))}>
        {words.otherStore}
      </Button>
      {!isAboutStock && (
        <Button size="small" onPress={go(prepaidPath(voucherId, restaurantId))}>
          {words.otherTime}
        </Button>
      )}
    </>
  );
}
