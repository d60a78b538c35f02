import { observer } from "mobx-react-lite";
import { useNavigate } from "react-router-dom";
import { type ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { voucherOrderPath, voucherRestaurantPath } from "../../../app/paths.ts";
import { useStore } from "../../../app/useStores.ts";
import { SubmitNotice } from "../../checkout/components/SubmitNotice.tsx";
import { voucherMessages } from "../messages.ts";
import type { useVoucherOptions } from "../useVoucherOptions.ts";
import { voucherCheckoutStore } from "../VoucherCheckoutStore.ts";

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
  if (submitError === null && !isUncertain) return null;
  const retry = (
    <Button size="small" onPress={onRetry} isBusy={voucherCheckout.isSubmitting}>
      {commonMessages.retry}
    </Button>
  );
  const recovery = <RecoveryActions voucherOptions={voucherOptions} submitError={submitError} />;
  return (
    <SubmitNotice reason={submitError} actions={isUncertain ? retry : recovery}>
      {submitError !== null && <p>{toErrorMessage(submitError, messages.submitFailed)}</p>}
      {isUncertain && <p>{messages.outcomeUnknown}</p>}
    </SubmitNotice>
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
