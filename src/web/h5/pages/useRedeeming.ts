import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { parsePhone } from "#contract/phone.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { toast } from "#web/shared/notify.ts";
import { removeSubmitOffer, saveSubmitOffer } from "../features/order/submitOffer.ts";
import { prepaidConfirmPath, prepaidPath, publicOrderPath } from "../inStorePaths.ts";
import { redeemStore } from "../stores/RedeemStore.ts";
import { useStore, useStores } from "../useStores.ts";
import { useLoginLink } from "./useLoginLink.ts";
import type { usePrepaidPlan } from "./usePrepaidPlan.ts";

interface Redeeming {
  /** The order is there, and its page is being opened. */
  isLeaving: boolean;
  submit: () => void;
}

/** How the button redeems the voucher: a guest logs in first and comes back; whoever was too late reads that it is used. */
export function useRedeeming(prepaid: ReturnType<typeof usePrepaidPlan>): Redeeming {
  const { voucherId, restaurantId, plan: planned } = prepaid;
  const { session } = useStores();
  const redeem = useStore(redeemStore);
  const navigate = useNavigate();
  const logIn = useLoginLink();
  const { pathname } = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const place = async () => {
    const { orderType, time } = planned.plan;
    const phone = parsePhone(planned.plan.phone ?? "");
    const wish = { restaurantId, type: orderType, time, phone, table: planned.table };
    const receipt = await redeem.submit(wish);
    if (receipt === null) return;
    removeSubmitOffer();
    setIsLeaving(true);
    planned.finish();
    // Replaced: going back must not lead to a form that has been sent.
    navigate(publicOrderPath(voucherId), { replace: true });
  };
  const submit = () => {
    if (!session.isLoggedIn) {
      saveSubmitOffer(pathname);
      logIn(prepaidConfirmPath(voucherId, restaurantId));
    } else if (planned.needsTime || !planned.isTableFine) navigate(prepaidPath(voucherId, restaurantId));
    else
      place().catch((error: unknown) => {
        logFailure("redeeming the voucher failed", error);
        const { failure } = redeem;
        if (failure?.status === 401) saveSubmitOffer(pathname);
        if (failure?.failure !== "voucher_used" && failure?.failure !== "key_reused") return;
        toast(failure.message);
        redeem.open(voucherId).catch((problem: unknown) => {
          if (!isAborted(problem)) logFailure("loading the voucher failed", problem);
        });
      });
  };
  return { isLeaving, submit };
}
