import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { type ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { voucherOrderPath, voucherRestaurantPath } from "../../../app/paths.ts";
import { useStore } from "../../../app/useStores.ts";
import { voucherMessages } from "../messages.ts";
import type { useVoucherOptions } from "../useVoucherOptions.ts";
import { voucherCheckoutStore } from "../VoucherCheckoutStore.ts";
import styles from "../VoucherOptionsPage.module.css";

const messages = voucherMessages;

interface VoucherErrorNoticeProps {
  voucherOptions: ReturnType<typeof useVoucherOptions>;
  onRetry: () => void;
}

/**
 * Reason why the voucher could not be redeemed, with an action: a safe retry, another time or another
 * restaurant.
 */
export const VoucherErrorNotice = observer(function VoucherErrorNotice({
  voucherOptions,
  onRetry,
}: VoucherErrorNoticeProps) {
  const voucherCheckout = useStore(voucherCheckoutStore);
  const { submitError, isUncertain } = voucherCheckout;
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitError !== null) noticeRef.current?.scrollIntoView({ block: "nearest" });
  }, [submitError]);
  if (submitError === null && !isUncertain) return null;
  const retry = (
    <Button size="small" onPress={onRetry} isBusy={voucherCheckout.isSubmitting}>
      {commonMessages.retry}
    </Button>
  );
  return (
    <div ref={noticeRef} className={styles.notice}>
      <Card
        isWarning
        actions={
          isUncertain ? retry : <RecoveryActions voucherOptions={voucherOptions} submitError={submitError} />
        }
      >
        {submitError !== null && <p>{toErrorMessage(submitError, messages.submitFailed)}</p>}
        {isUncertain && <p>{messages.outcomeUnknown}</p>}
      </Card>
    </div>
  );
});

/** Actions for another time and another restaurant. */
function RecoveryActions({
  voucherOptions,
  submitError,
}: Pick<VoucherErrorNoticeProps, "voucherOptions"> & { submitError: ApiError | null }) {
  const { voucherId, restaurantId } = voucherOptions;
  const voucherCheckout = useStore(voucherCheckoutStore);
  const navigate = useNavigate();
  const dismissAndGo = (path: string) => () => {
    voucherCheckout.dismiss();
    navigate(path);
  };
  const isAboutStock = submitError?.code === "out_of_stock" || submitError?.code === "restaurant_not_found";
  return (
    <>
      <Button size="small" variant="plain" onPress={dismissAndGo(voucherRestaurantPath(voucherId))}>
        {messages.changeRestaurant}
      </Button>
      {!isAboutStock && (
        <Button size="small" onPress={dismissAndGo(voucherOrderPath(voucherId, restaurantId))}>
          {messages.otherTime}
        </Button>
      )}
    </>
  );
}
