import { useState } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { Dialog } from "../../ui/Dialog/Dialog.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import styles from "./RejectWithdrawalDialog.module.css";

const messages = backOfficeMessages.withdrawals;
const maxLength = 100;

interface RejectWithdrawalDialogProps {
  name: string;
  isBusy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Prompts for the reason of a rejected withdrawal; the customer sees it. */
export function RejectWithdrawalDialog({ name, isBusy, onReject, onClose }: RejectWithdrawalDialogProps) {
  const [reason, setReason] = useState("");
  const trimmed = reason.trim();
  const footer = (
    <>
      <Button variant="plain" onPress={onClose}>
        {uiMessages.cancel}
      </Button>
      <Button isBusy={isBusy} disabled={trimmed === ""} onPress={() => onReject(trimmed)}>
        {messages.reject}
      </Button>
    </>
  );
  return (
    <Dialog title={messages.rejectTitle(name)} onClose={onClose} footer={footer}>
      <p className={styles.text}>{messages.rejectText}</p>
      <Field
        label={messages.reason}
        value={reason}
        onChange={setReason}
        maxLength={maxLength}
        placeholder={messages.reasonHint}
      />
    </Dialog>
  );
}
