import { useState } from "react";
import { cancelReasons } from "#contract/order/status.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { RadioGroup } from "#web/ui/RadioGroup/RadioGroup.tsx";
import { orderMessages } from "../messages.ts";
import styles from "./RefundSheet.module.css";

const messages = orderMessages.cancel;
/** Numbers first, "other" last: an object lists positive integer keys in order and others after them. */
const reasons = Object.entries(cancelReasons).map(([number, text]) => ({ value: Number(number), text }));

interface CancelSheetProps {
  open: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (reason: number) => void;
}

/** Cancellation with a reason and a confirmation. */
export function CancelSheet({ open, isBusy, onClose, onConfirm }: CancelSheetProps) {
  const [reason, setReason] = useState<number | null>(null);
  const footer = (
    <div className={styles.buttons}>
      <Button variant="plain" onPress={onClose}>
        {messages.dismiss}
      </Button>
      <Button disabled={reason === null} isBusy={isBusy} onPress={() => reason !== null && onConfirm(reason)}>
        {messages.confirm}
      </Button>
    </div>
  );
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.title} footer={footer}>
      <RadioGroup label={messages.chooseReason} options={reasons} value={reason} onChange={setReason} />
    </BottomSheet>
  );
}
