import { useState } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { officeMessages } from "../../officeMessages.ts";
import { partMessages } from "../../partMessages.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import styles from "./RejectWithdrawal.module.css";

const words = officeMessages.withdrawals;
const longest = 100;

interface RejectWithdrawalProps {
  name: string;
  isBusy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks why points are not paid out; the customer reads the answer. */
export function RejectWithdrawal({ name, isBusy, onReject, onClose }: RejectWithdrawalProps) {
  const [reason, setReason] = useState("");
  const said = reason.trim();
  const footer = (
    <>
      <Button look="plain" onPress={onClose}>
        {partMessages.cancel}
      </Button>
      <Button isBusy={isBusy} disabled={said === ""} onPress={() => onReject(said)}>
        {words.reject}
      </Button>
    </>
  );
  return (
    <Dialog title={words.rejectTitle(name)} onClose={onClose} footer={footer}>
      <p className={styles.text}>{words.rejectText}</p>
      <Field
        label={words.reason}
        value={reason}
        onChange={setReason}
        maxLength={longest}
        placeholder={words.reasonHint}
      />
    </Dialog>
  );
}
