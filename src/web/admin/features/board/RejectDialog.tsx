import { Button } from "antd";
import { useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./BoardDialog.module.css";
import { boardMessages } from "./boardMessages.ts";

const messages = boardMessages.reject;
type Reason = (typeof messages.reasons)[number]["value"];
const maxLength = 50;

interface RejectDialogProps {
  code: string;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Prompts for the reason of a rejection; the customer sees it. */
export function RejectDialog({ code, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState<Reason | null>(null);
  const [other, setOther] = useState("");
  const isOther = reason === "other";
  const reasonText = isOther ? other.trim() : messages.reasons.find(({ value }) => value === reason)?.text;
  const footer = (
    <>
      <Button onClick={onClose}>{messages.keep}</Button>
      <Button type="primary" disabled={!reasonText} onClick={() => onReject(reasonText ?? "")}>
        {messages.confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={messages.title(code)} onClose={onClose} footer={footer} isForm>
      <p className={styles.text}>{messages.text}</p>
      <RadioGroup label={messages.label} options={messages.reasons} value={reason} onChange={setReason} />
      {isOther && (
        <TextField
          label={messages.other}
          value={other}
          onChange={setOther}
          maxLength={maxLength}
          placeholder={messages.otherHint}
        />
      )}
    </Dialog>
  );
}
