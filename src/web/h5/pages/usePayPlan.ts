import { useCallback, useEffect } from "react";
import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import type { RootStore } from "../RootStore.ts";
import { cardStore } from "../stores/CardStore.ts";
import { type PayChoice, type PayPlan, payChoiceStore, payPlanOf } from "../stores/PayChoiceStore.ts";
import { useStore } from "../useStores.ts";
import { useReturn } from "./useReturn.ts";

/** What a choice comes to with the customer's card as it is known. For components that observe. */
export function usePayPlan(choice: PayChoice, offer: PointsOffer | null, totalFen: number | null): PayPlan {
  const { card } = useStore(cardStore);
  return payPlanOf({ choice, offer, totalFen, balanceFen: card.value?.balance ?? null });
}

/** What paying an order as it was chosen comes to; null when only its page knows what points can do. */
export function planFor(root: RootStore, order: OrderSummary | OrderDetail): PayPlan | null {
  const choices = root.get(payChoiceStore);
  const balanceFen = root.get(cardStore).card.value?.balance ?? null;
  if ("points_offer" in order)
    return payPlanOf({
      choice: choices.of(order),
      offer: order.points_offer,
      totalFen: order.total_amount,
      balanceFen,
    });
  const isUsual = !choices.isSpecial(order.order_id) && order.pay_amount === order.total_amount;
  return isUsual ? { method: "wechat", points: 0, pointsFen: 0, dueFen: order.total_amount } : null;
}

/** Fetches the member card when the page opens and when it is seen again; answers how to try once more. */
export function useCard(): () => void {
  const card = useStore(cardStore);
  const load = useCallback(() => {
    card.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the member card failed", error);
    });
  }, [card]);
  useEffect(load, [load]);
  useReturn(load);
  return load;
}
