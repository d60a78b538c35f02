import { clsx } from "clsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import formStyles from "../../../app/components/Form.module.css";
import { walletMessages } from "../messages.ts";
import styles from "./WithdrawalAmountField.module.css";

const messages = walletMessages.withdraw;

interface WithdrawalAmountFieldProps {
  value: string;
  onChange: (text: string) => void;
  onAll: () => void;
  /** Error message, or an empty text. */
  problem: string;
  /** Equivalent amount, shown without an error. */
  hint: string;
  isDisabled: boolean;
}

/** Number of points to withdraw, in large digits. */
export function WithdrawalAmountField(props: WithdrawalAmountFieldProps) {
  const { problem, isDisabled } = props;
  return (
    <fieldset className={clsx(formStyles.card, styles.field)} disabled={isDisabled}>
      <Field
        label={messages.amount}
        value={props.value}
        onChange={props.onChange}
        inputMode="numeric"
        autoComplete="off"
        placeholder={messages.amountHint}
        problem={problem === "" ? undefined : problem}
        trailing={
          <Button variant="ghost" onPress={props.onAll} disabled={isDisabled}>
            {messages.all}
          </Button>
        }
      />
      {problem === "" && (
        <p className={clsx(formStyles.hint, styles.hint)} aria-live="polite">
          {props.hint}
        </p>
      )}
    </fieldset>
  );
}
