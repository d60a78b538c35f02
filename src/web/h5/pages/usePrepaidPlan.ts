import { useCallback, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import type { PlanStore } from "../stores/PlanStore.ts";
import { prepaidPlan } from "../stores/prepaidPlan.ts";
import { useStore } from "../useStores.ts";
import { usePlanClock } from "./usePlanClock.ts";

interface PrepaidPlan {
  /** Of the address; empty when it names none. */
  voucherId: string;
  restaurantId: string;
  plan: PlanStore;
  loadStore: () => void;
}

/** The voucher and the store that the address names, and what is planned there; the store's failure is kept and shown. */
export function usePrepaidPlan(): PrepaidPlan {
  const plan = useStore(prepaidPlan);
  usePlanClock(plan);
  const [query] = useSearchParams();
  const restaurantId = query.get("restaurant_id") ?? "";
  const loadStore = useCallback(() => {
    if (restaurantId === "") return;
    plan.turnTo(restaurantId);
    plan.loadStore().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the store failed", error);
    });
  }, [plan, restaurantId]);
  useEffect(loadStore, [loadStore]);
  return { voucherId: query.get("third_party_order_id") ?? "", restaurantId, plan, loadStore };
}
