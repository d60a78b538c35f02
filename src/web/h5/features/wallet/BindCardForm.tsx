import { useState } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { walletMessages } from "../../walletMessages.ts";
import styles from "./BindCardForm.module.css";
import { caretAfter, digitsOf, grouped, isCardNumber } from "./cardNumber.ts";

const words = walletMessages.card;
const pinLength = 6;

/** What is wrong with a field, where it is shown. */
export interface CardProblems {
  number?: string;
  pin?: string;
}

interface BindCardFormProps {
  /** The digits of the number as they are typed. */
  digits: string;
  onDigits: (digits: string) => void;
  isBusy: boolean;
  /** Binds it; answers what is wrong. What was typed stays unless it worked. */
  onBind: (number: string, pin: string) => Promise<CardProblems>;
}

/** Number and PIN of a member card. */
export function BindCardForm({ digits, onDigits, isBusy, onBind }: BindCardFormProps) {
  const [pin, setPin] = useState("");
  const [problems, setProblems] = useState<CardProblems>({});
  const typeNumber = (text: string, input: HTMLInputElement) => {
    const before = digitsOf(text.slice(0, input.selectionStart ?? text.length)).length;
    onDigits(digitsOf(text));
    setProblems({});
    // Grouping moves what is typed; the caret stays behind its digit.
    requestAnimationFrame(() => input.setSelectionRange(caretAfter(before), caretAfter(before)));
  };
  const submit = async () => {
    if (isBusy) return;
    const found = problemsOf(digits, pin);
    setProblems(found);
    if (found.number === undefined && found.pin === undefined) setProblems(await onBind(digits, pin));
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.card}>
        <Field
          label={words.number}
          value={grouped(digits)}
          onChange={typeNumber}
          problem={problems.number}
          placeholder={words.numberHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
        />
        <Field
          label={words.pin}
          value={pin}
          onChange={(text) => {
            setPin(digitsOf(text).slice(0, pinLength));
            setProblems({});
          }}
          problem={problems.pin}
          placeholder={words.pinHint}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={20}
        />
      </div>
      <Button type="submit" size="large" isBusy={isBusy}>
        {words.bind}
      </Button>
    </form>
  );
}

function problemsOf(digits: string, pin: string): CardProblems {
  return {
    ...(isCardNumber(digits) ? {} : { number: words.numberWrong }),
    ...(pin.length === pinLength ? {} : { pin: words.pinWrong }),
  };
}
