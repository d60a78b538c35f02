import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Problem } from "#contract/order/quote.schema.ts";
import { logFailure } from "#web/shared/log.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { isBookingTime, sayTime, shanghaiTime } from "../features/booking/bookingTime.ts";
import { inStoreMessages } from "../inStoreMessages.ts";
import { orderingMessages } from "../orderingMessages.ts";
import { inStoreCheckout } from "../stores/inStoreCheckout.ts";
import { planStore } from "../stores/PlanStore.ts";
import { slotStore } from "../stores/SlotStore.ts";
import { useStore } from "../useStores.ts";

const words = inStoreMessages.confirm;
const aboutTime: readonly Problem["error"][] = ["restaurant_closed", "slot_full", "time_unavailable"];

interface WaysProps {
  error: Problem["error"];
  onPickTime: () => void;
  onMenu: () => void;
}

/** The ways on from what stands in the way of an order in a store. A time is offered, and never taken by itself. */
export const ConfirmOrderPageWays = observer(function ConfirmOrderPageWays(props: WaysProps) {
  const { error, onPickTime, onMenu } = props;
  if (!aboutTime.includes(error)) {
    return (
      <Button size="small" onPress={onMenu}>
        {orderingMessages.confirm.problemActions[error]}
      </Button>
    );
  }
  return (
    <>
      <Button size="small" look="plain" onPress={onPickTime}>
        {words.changeTime}
      </Button>
      <NextSlot />
    </>
  );
});

/** The next time with a place, as the refusal named it, else as the slots have it. */
const NextSlot = observer(function NextSlot() {
  const planned = useStore(planStore);
  const slots = useStore(slotStore);
  const { failure } = useStore(inStoreCheckout);
  const { restaurantId, time } = planned.plan;
  const named = isBookingTime(failure?.data.next) ? failure.data.next : null;
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    if (named !== null) return;
    let isOn = true;
    slots.nextFree(restaurantId, time ?? shanghaiTime(Date.now())).then(
      (next) => isOn && setFound(next),
      (error: unknown) => logFailure("finding the next slot failed", error),
    );
    return () => {
      isOn = false;
    };
  }, [slots, restaurantId, time, named]);
  const next = named ?? found;
  if (next === null || next === time) return null;
  return (
    <Button size="small" onPress={() => planned.setTime(next)}>
      {words.moveTo(sayTime(next, planned.today))}
    </Button>
  );
});
