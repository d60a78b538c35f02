import type { ReactNode } from "react";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { refundMessages } from "../refundMessages.ts";
import styles from "./RefundSheet.module.css";

const messages = refundMessages;
const maxTextLength = 200;

interface RefundSheetProps {
  open: boolean;
  reason: string;
  text: string;
  /** Images with their controls. */
  images: ReactNode;
  canSend: boolean;
  isBusy: boolean;
  /** Reason why it cannot be sent although a reason is chosen, or an empty text. */
  hint: string;
  onReason: (reason: string) => void;
  onText: (text: string) => void;
  onSubmit: () => void;
  onClose: () => void;
}

/** Refund request form. */
export function RefundSheet(props: RefundSheetProps) {
  const footer = (
    <>
      {props.hint !== "" && (
        <p className={styles.hint} role="status">
          {props.hint}
        </p>
      )}
      <Button size="large" disabled={!props.canSend} isBusy={props.isBusy} onPress={props.onSubmit}>
        {messages.submit}
      </Button>
    </>
  );
  return (
    <BottomSheet open={props.open} onClose={props.onClose} title={messages.title} footer={footer} isTall>
      <fieldset className={styles.reasons}>
        <legend className={styles.label}>{messages.chooseReason}</legend>
        {messages.reasons.map((reason) => (
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
        <span className={styles.label}>{messages.text}</span>
        <textarea
          rows={3}
          maxLength={maxTextLength}
          placeholder={messages.textHint}
          value={props.text}
          onChange={(event) => props.onText(event.target.value)}
        />
      </label>
      <p className={styles.label}>{messages.pictures}</p>
      {props.images}
    </BottomSheet>
  );
}
