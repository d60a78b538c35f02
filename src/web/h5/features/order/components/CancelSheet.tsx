import { observer } from "mobx-react-lite";
import { useState } from "react";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { RadioGroup } from "#web/ui/RadioGroup/RadioGroup.tsx";
import { orderMessages } from "../messages.ts";
import { useCancelReasons } from "../useCancelReasons.ts";
import styles from "./RefundSheet.module.css";

const messages = orderMessages.cancel;

interface CancelSheetProps {
  open: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (reason: number) => void;
}

/** Cancellation with a reason and a confirmation. */
export const CancelSheet = observer(function CancelSheet(props: CancelSheetProps) {
  const { open, isBusy, onClose, onConfirm } = props;
  const reasons = useCancelReasons(open);
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
      {reasons !== null && (
        <RadioGroup label={messages.chooseReason} options={reasons} value={reason} onChange={setReason} />
      )}
    </BottomSheet>
  );
});
