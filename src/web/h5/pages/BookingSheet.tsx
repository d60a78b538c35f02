import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { isAborted } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { SlotPicker } from "../features/booking/SlotPicker.tsx";
import { slotStore } from "../stores/SlotStore.ts";
import { useStore } from "../useStores.ts";

interface BookingSheetProps {
  open: boolean;
  restaurantId: string;
  /** The time that is chosen; null is as soon as possible. */
  chosen: string | null;
  onChoose: (time: string | null) => void;
  onClose: () => void;
}

/** The sheet that chooses when to come to a store; what is left is asked for each time it opens. */
export const BookingSheet = observer(function BookingSheet(props: BookingSheetProps) {
  const { open, restaurantId, chosen, onChoose, onClose } = props;
  const slots = useStore(slotStore);
  // The failure stays in the store and is shown in the sheet with a way on.
  const load = useCallback((work: Promise<void>) => {
    work.catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the slots failed", error);
    });
  }, []);
  useEffect(() => {
    if (open) load(slots.open(restaurantId, chosen));
  }, [open, restaurantId, chosen, slots, load]);
  const choose = (time: string | null) => {
    onChoose(time);
    onClose();
  };
  return (
    <SlotPicker
      open={open}
      day={slots.day}
      dates={slots.dates}
      date={slots.date}
      today={slots.today}
      chosen={chosen}
      hasFailed={slots.hasFailed}
      onPickDate={(date) => load(slots.show(date))}
      onChoose={choose}
      onRetry={() => load(slots.reload())}
      onClose={onClose}
    />
  );
});
