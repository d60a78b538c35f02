import type { OrderDetail, OrderSummary } from "#contract/order/schema.ts";
import type { PointsOffer } from "#contract/points/schema.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { useStore } from "../../app/useStores.ts";
import { memberCardStore } from "../wallet/MemberCardStore.ts";
import {
  type PaymentBreakdown,
  type PaymentChoice,
  paymentOptionsStore,
  toPaymentBreakdown,
} from "./PaymentOptionsStore.ts";

/** Returns the amounts of a choice with the customer's card as far as loaded. For observer components. */
export function usePaymentBreakdown(
  choice: PaymentChoice,
  offer: PointsOffer | null,
  totalFen: number | null,
): PaymentBreakdown {
  const { card } = useStore(memberCardStore);
  return toPaymentBreakdown({ choice, offer, totalFen, balanceFen: card.value?.balance ?? null });
}

/** Returns the amounts of an order's choice; null when only its page knows the usable points. */
export function findPaymentBreakdown(
  root: RootStore,
  order: OrderSummary | OrderDetail,
): PaymentBreakdown | null {
  const paymentOptions = root.get(paymentOptionsStore);
  const balanceFen = root.get(memberCardStore).card.value?.balance ?? null;
  if ("points_offer" in order)
    return toPaymentBreakdown({
      choice: paymentOptions.choiceFor(order),
      offer: order.points_offer,
      totalFen: order.total_amount,
      balanceFen,
    });
  const isDefault = !paymentOptions.isCustomized(order.order_id) && order.pay_amount === order.total_amount;
  return isDefault ? { method: "wechat", points: 0, pointsFen: 0, dueFen: order.total_amount } : null;
}
