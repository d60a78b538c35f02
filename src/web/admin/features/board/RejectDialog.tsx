import { useState } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { boardMessages } from "../../boardMessages.ts";
import { Choice } from "../../parts/Choice.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import styles from "./BoardDialog.module.css";

const words = boardMessages.reject;
type Reason = (typeof words.reasons)[number]["value"];
const longest = 50;

interface RejectDialogProps {
  code: string;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** Asks why an order is not cooked; the customer reads the answer. */
export function RejectDialog({ code, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState<Reason | null>(null);
  const [other, setOther] = useState("");
  const isOther = reason === "other";
  const said = isOther ? other.trim() : words.reasons.find(({ value }) => value === reason)?.text;
  const footer = (
    <>
      <Button look="plain" onPress={onClose}>
        {words.keep}
      </Button>
      <Button disabled={!said} onPress={() => onReject(said ?? "")}>
        {words.confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={words.title(code)} onClose={onClose} footer={footer}>
      <p className={styles.text}>{words.text}</p>
      <Choice label={words.label} options={words.reasons} value={reason} onChange={setReason} />
      {isOther && (
        <Field
          label={words.other}
          value={other}
          onChange={setOther}
          maxLength={longest}
          placeholder={words.otherHint}
        />
      )}
    </Dialog>
  );
}
