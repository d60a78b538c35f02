import type { ReactNode } from "react";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { RadioGroup } from "#web/ui/RadioGroup/RadioGroup.tsx";
import { TextArea } from "#web/ui/TextArea/TextArea.tsx";
import { refundMessages } from "../refundMessages.ts";
import styles from "./RefundSheet.module.css";

const messages = refundMessages;
const reasons = messages.reasons.map((reason) => ({ value: reason, text: reason }));
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
      <RadioGroup
        label={messages.chooseReason}
        options={reasons}
        value={props.reason}
        onChange={props.onReason}
      />
      <div className={styles.label}>
        <TextArea
          label={messages.text}
          value={props.text}
          onChange={props.onText}
          placeholder={messages.textHint}
          rows={3}
          maxLength={maxTextLength}
        />
      </div>
      <p className={styles.label}>{messages.pictures}</p>
      {props.images}
    </BottomSheet>
  );
}
