import { Typography } from "antd";
import { useState } from "react";
import { Dialog } from "./Dialog.tsx";
import { TextField } from "./TextField.tsx";

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
  const submit = {
    text: confirm,
    onPress: () => onConfirm(reason.trim()),
    isBusy,
    isDisabled: reason.trim() === "",
  };
  return (
    <Dialog title={title} onClose={onClose} submit={submit}>
      <Typography.Paragraph>{text}</Typography.Paragraph>
      <TextField label={label} value={reason} onChange={setReason} maxLength={maxLength} placeholder={hint} />
    </Dialog>
  );
}
