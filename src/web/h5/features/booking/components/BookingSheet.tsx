import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { useStore } from "../../../app/useStores.ts";
import { slotStore } from "../SlotStore.ts";
import { SlotPicker } from "./SlotPicker.tsx";

interface BookingSheetProps {
  open: boolean;
  restaurantId: string;
  /** The chosen time; null is as soon as possible. */
  selectedTime: string | null;
  onChoose: (time: string | null) => void;
  onClose: () => void;
}

/** Sheet for choosing the time of a visit; availability is fetched each time it opens. */
export const BookingSheet = observer(function BookingSheet(props: BookingSheetProps) {
  const { open, restaurantId, selectedTime, onChoose, onClose } = props;
  const slots = useStore(slotStore);
  // The failure stays in the store and is shown in the sheet with a retry.
  const logErrors = useCallback((request: Promise<void>) => {
    request.catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the slots failed", error);
    });
  }, []);
  useEffect(() => {
    if (open) logErrors(slots.open(restaurantId, selectedTime));
  }, [open, restaurantId, selectedTime, slots, logErrors]);
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
      chosen={selectedTime}
      hasFailed={slots.hasFailed}
      onPickDate={(date) => logErrors(slots.selectDate(date))}
      onChoose={choose}
      onRetry={() => logErrors(slots.reload())}
      onClose={onClose}
    />
  );
});
