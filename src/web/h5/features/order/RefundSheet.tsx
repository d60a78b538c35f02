import type { ReactNode } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { refundMessages } from "../../refundMessages.ts";
import styles from "./RefundSheet.module.css";

const words = refundMessages;
const textMax = 200;

interface RefundSheetProps {
  open: boolean;
  reason: string;
  text: string;
  /** The pictures with their controls. */
  pictures: ReactNode;
  canSend: boolean;
  isBusy: boolean;
  /** Why it cannot be sent yet although a reason is chosen, or an empty text. */
  hint: string;
  onReason: (reason: string) => void;
  onText: (text: string) => void;
  onSubmit: () => void;
  onClose: () => void;
}

/** The form that asks for money back. */
export function RefundSheet(props: RefundSheetProps) {
  const footer = (
    <>
      {props.hint !== "" && (
        <p className={styles.hint} role="status">
          {props.hint}
        </p>
      )}
      <Button size="large" disabled={!props.canSend} isBusy={props.isBusy} onPress={props.onSubmit}>
        {words.submit}
      </Button>
    </>
  );
  return (
    <Sheet open={props.open} onClose={props.onClose} title={words.title} footer={footer} isTall>
      <fieldset className={styles.reasons}>
        <legend className={styles.label}>{words.ask}</legend>
        {words.reasons.map((reason) => (
          <label key={reason} className={styles.reason}>
            {reason}
            <input
              type="radio"
              name="refund_reason"
              checked={props.reason === reason}
              onChange={() => props.onReason(reason)}
            />
          </label>
        ))}
      </fieldset>
      <label className={styles.words}>
        <span className={styles.label}>{words.text}</span>
        <textarea
          rows={3}
          maxLength={textMax}
          placeholder={words.textHint}
          value={props.text}
          onChange={(event) => props.onText(event.target.value)}
        />
      </label>
      <p className={styles.label}>{words.pictures}</p>
      {props.pictures}
    </Sheet>
  );
}
