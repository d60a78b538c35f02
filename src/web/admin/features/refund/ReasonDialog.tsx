import { useState } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Dialog } from "../../ui/Dialog/Dialog.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";

interface ReasonDialogProps {
  title: string;
  text: string;
  label: string;
  hint: string;
  confirm: string;
  maxLength: number;
  isBusy: boolean;
  /** Receives the trimmed text; never empty. */
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Prompts for the reason of a decision. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, hint, confirm, maxLength, isBusy, onConfirm, onClose } = props;
  const [reason, setReason] = useState("");
  const footer = (
    <>
      <Button variant="plain" onPress={onClose}>
        {uiMessages.cancel}
      </Button>
      <Button isBusy={isBusy} disabled={reason.trim() === ""} onPress={() => onConfirm(reason.trim())}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <p>{text}</p>
      <Field label={label} value={reason} onChange={setReason} maxLength={maxLength} placeholder={hint} />
    </Dialog>
  );
}
