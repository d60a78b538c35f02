import { clsx } from "clsx";
import { useState } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import formStyles from "../../../app/components/Form.module.css";
import { caretPosition, extractDigits, formatCardNumber, isCardNumber } from "../cardNumber.ts";
import { walletMessages } from "../messages.ts";

const messages = walletMessages.card;
const pinLength = 6;

/** Field errors, shown at their fields. */
export interface MemberCardErrors {
  number?: string;
  pin?: string;
}

interface BindMemberCardFormProps {
  /** Digits of the number as typed. */
  digits: string;
  onDigits: (digits: string) => void;
  isBusy: boolean;
  /** Binds the card; resolves with the field errors. The input stays unless it succeeded. */
  onBind: (number: string, pin: string) => Promise<MemberCardErrors>;
}

/** Number and PIN of a member card. */
export function BindMemberCardForm({ digits, onDigits, isBusy, onBind }: BindMemberCardFormProps) {
  const [pin, setPin] = useState("");
  const [problems, setProblems] = useState<MemberCardErrors>({});
  const handleNumber = (text: string, input: HTMLInputElement | HTMLTextAreaElement) => {
    const digitsBeforeCaret = extractDigits(text.slice(0, input.selectionStart ?? text.length)).length;
    onDigits(extractDigits(text));
    setProblems({});
    // Grouping moves the digits; the caret stays behind its digit.
    requestAnimationFrame(() =>
      input.setSelectionRange(caretPosition(digitsBeforeCaret), caretPosition(digitsBeforeCaret)),
    );
  };
  const submit = async () => {
    if (isBusy) return;
    const errors = validateMemberCard(digits, pin);
    setProblems(errors);
    if (errors.number === undefined && errors.pin === undefined) setProblems(await onBind(digits, pin));
  };
  return (
    <form
      className={clsx(formStyles.form, formStyles.onPage)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={formStyles.card}>
        <Field
          isLong
          label={messages.number}
          value={formatCardNumber(digits)}
          onChange={handleNumber}
          problem={problems.number}
          placeholder={messages.numberHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
        />
        <Field
          label={messages.pin}
          value={pin}
          onChange={(text) => {
            setPin(extractDigits(text).slice(0, pinLength));
            setProblems({});
          }}
          problem={problems.pin}
          placeholder={messages.pinHint}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={20}
        />
      </div>
      <Button type="submit" size="large" isBusy={isBusy}>
        {messages.bind}
      </Button>
    </form>
  );
}

function validateMemberCard(digits: string, pin: string): MemberCardErrors {
  return {
    ...(isCardNumber(digits) ? {} : { number: messages.numberWrong }),
    ...(pin.length === pinLength ? {} : { pin: messages.pinWrong }),
  };
}
