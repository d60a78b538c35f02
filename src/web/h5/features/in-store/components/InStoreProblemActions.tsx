import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { QuoteProblem } from "#contract/order/quote.schema.ts";
import { logError } from "#web/lib/logError.ts";
import { toLocalTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { useStore } from "../../../app/useStores.ts";
import { formatBookingTime, isBookingTime } from "../../booking/bookingTime.ts";
import { inStoreOptionsStore } from "../../booking/InStoreOptionsStore.ts";
import { slotStore } from "../../booking/SlotStore.ts";
import { checkoutMessages } from "../../checkout/messages.ts";
import { inStoreCheckoutStore } from "../inStoreCheckoutStore.ts";
import { inStoreMessages } from "../messages.ts";

const messages = inStoreMessages.confirm;
const timeErrors: readonly QuoteProblem["error"][] = ["restaurant_closed", "slot_full", "time_unavailable"];

interface ProblemActionsProps {
  error: QuoteProblem["error"];
  onPickTime: () => void;
  onMenu: () => void;
}

/**
 * Actions for the blocking problems of an in-store order. A time is offered, and never selected
 * automatically.
 */
export const InStoreProblemActions = observer(function InStoreProblemActions(props: ProblemActionsProps) {
  const { error, onPickTime, onMenu } = props;
  if (!timeErrors.includes(error)) {
    return (
      <Button size="small" onPress={onMenu}>
        {checkoutMessages.problemActions[error]}
      </Button>
    );
  }
  return (
    <>
      <Button size="small" variant="plain" onPress={onPickTime}>
        {messages.changeTime}
      </Button>
      <NextSlot />
    </>
  );
});

/** The next available time, as named by the refusal, else by the slots. */
const NextSlot = observer(function NextSlot() {
  const optionsStore = useStore(inStoreOptionsStore);
  const slots = useStore(slotStore);
  const { submitError: failure } = useStore(inStoreCheckoutStore);
  const { restaurantId, time } = optionsStore.options;
  const suggested = isBookingTime(failure?.data.next) ? failure.data.next : null;
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    if (suggested !== null) return;
    let isActive = true;
    slots.findNextAvailable(restaurantId, time ?? toLocalTime(Date.now())).then(
      (next) => isActive && setFound(next),
      (error: unknown) => logError("finding the next slot failed", error),
    );
    return () => {
      isActive = false;
    };
  }, [slots, restaurantId, time, suggested]);
  const next = suggested ?? found;
  if (next === null || next === time) return null;
  return (
    <Button size="small" onPress={() => optionsStore.setTime(next)}>
      {messages.changeTo(formatBookingTime(next, optionsStore.today))}
    </Button>
  );
});
