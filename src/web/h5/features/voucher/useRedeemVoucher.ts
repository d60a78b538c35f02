import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { parsePhone } from "#contract/phone.ts";
import { isAbortError, isUnauthenticated } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { toast } from "#web/ui/notify.ts";
import { publicOrderPath, voucherConfirmPath, voucherOrderPath } from "../../app/paths.ts";
import { useStore, useStores } from "../../app/useStores.ts";
import { useGoToLogin } from "../auth/useGoToLogin.ts";
import { removePendingSubmit, savePendingSubmit } from "../checkout/pendingSubmit.ts";
import type { useVoucherOptions } from "./useVoucherOptions.ts";
import { voucherCheckoutStore } from "./VoucherCheckoutStore.ts";

interface RedeemVoucher {
  /** True when the order exists, and its page is being opened. */
  isLeaving: boolean;
  submit: () => void;
}

/** Returns the redeem handler: a guest logs in first and returns; for a used voucher its state is shown. */
export function useRedeemVoucher(voucherOptions: ReturnType<typeof useVoucherOptions>): RedeemVoucher {
  const { voucherId, restaurantId, optionsStore } = voucherOptions;
  const { session } = useStores();
  const voucherCheckout = useStore(voucherCheckoutStore);
  const navigate = useNavigate();
  const logIn = useGoToLogin();
  const { pathname } = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const placeOrder = async () => {
    const { orderType, time } = optionsStore.options;
    const phone = parsePhone(optionsStore.options.phone ?? "");
    const input = { restaurantId, type: orderType, time, phone, table: optionsStore.table };
    const receipt = await voucherCheckout.submit(input);
    if (receipt === null) return;
    removePendingSubmit();
    setIsLeaving(true);
    optionsStore.clearTime();
    // Replaced: going back must not lead to a form that has been sent.
    navigate(publicOrderPath(voucherId), { replace: true });
  };
  const submit = () => {
    if (!session.isLoggedIn) {
      savePendingSubmit(pathname);
      logIn(voucherConfirmPath(voucherId, restaurantId));
    } else if (optionsStore.needsTime || !optionsStore.isTableValid)
      navigate(voucherOrderPath(voucherId, restaurantId));
    else
      placeOrder().catch((error: unknown) => {
        logError("redeeming the voucher failed", error);
        const { submitError: failure } = voucherCheckout;
        if (isUnauthenticated(error)) savePendingSubmit(pathname);
        if (failure?.code !== "voucher_used" && failure?.code !== "key_reused") return;
        toast(failure.message);
        voucherCheckout.open(voucherId).catch((problem: unknown) => {
          if (!isAbortError(problem)) logError("loading the voucher failed", problem);
        });
      });
  };
  return { isLeaving, submit };
}
