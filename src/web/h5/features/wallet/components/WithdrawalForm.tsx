import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { WithdrawalRules } from "#contract/withdrawal/schema.ts";
import { ApiError, appendReason } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { Button } from "#web/ui/Button/Button.tsx";
import { CardRow } from "#web/ui/Card/Card.tsx";
import { success } from "#web/ui/notify.ts";
import formStyles from "../../../app/components/Form.module.css";
import { useStore } from "../../../app/useStores.ts";
import { walletMessages } from "../messages.ts";
import { type WithdrawalStore, withdrawalStore } from "../WithdrawalStore.ts";
import { WithdrawalAmountField } from "./WithdrawalAmountField.tsx";

const messages = walletMessages.withdraw;

interface WithdrawalFormProps {
  rules: WithdrawalRules;
  /** Called after a request or a refusal: the rules may have changed. */
  onDone: () => Promise<void>;
}

/** Amount and confirmation of a withdrawal. */
export const WithdrawalForm = observer(function WithdrawalForm({ rules, onDone }: WithdrawalFormProps) {
  const store = useStore(withdrawalStore);
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const [failure, setFailure] = useState("");
  const { problem, points } = store;
  const canWithdraw = rules.withdrawable >= rules.minimum && !rules.is_asked_today;
  const submit = async () => {
    setFailure("");
    try {
      if ((await store.submit()) === null) return;
      setIsConfirmOpen(false);
      success(messages.done);
      await onDone();
    } catch (error) {
      logError("asking for a withdrawal failed", error);
      setFailure(errorText(error));
    }
  };
  return (
    <form
      className={clsx(formStyles.form, formStyles.onPage)}
      onSubmit={(event) => {
        event.preventDefault();
        setFailure("");
        if (problem === null) setIsConfirmOpen(true);
      }}
    >
      <WithdrawalAmountField
        value={store.input}
        onChange={store.setInput}
        onAll={store.setMaximum}
        problem={canWithdraw || rules.is_asked_today ? problemText(store, rules) : ""}
        hint={canWithdraw ? formatNetAmount(points - rules.fee) : messages.minimumHint(rules.minimum)}
        isDisabled={!canWithdraw}
      />
      <Button type="submit" size="large" disabled={problem !== null}>
        {messages.next}
      </Button>
      <BottomSheet open={isConfirmOpen} onClose={() => setIsConfirmOpen(false)} title={messages.confirmTitle}>
        <div className={formStyles.form}>
          <div className={formStyles.card}>
            <CardRow label={messages.points}>{messages.pointsOf(points)}</CardRow>
            <CardRow label={messages.fee}>{rules.fee === 0 ? messages.free : formatYuan(rules.fee)}</CardRow>
            <CardRow label={messages.arrival}>{formatYuan(points - rules.fee)}</CardRow>
          </div>
          {failure !== "" && (
            <p className={formStyles.problem} role="alert">
              {failure}
            </p>
          )}
          <Button size="large" isBusy={store.isSending} onPress={() => void submit()}>
            {messages.confirm}
          </Button>
        </div>
      </BottomSheet>
    </form>
  );
});

function formatNetAmount(fen: number): string {
  return fen > 0 ? messages.arrives(formatYuan(fen)) : "";
}

function problemText({ problem }: WithdrawalStore, rules: WithdrawalRules): string {
  const { problems } = messages;
  if (problem === null) return "";
  if (problem === "too_few") return problems.too_few(rules.minimum);
  return problem === "over_limit" ? problems.over_limit(rules.daily_maximum) : problems[problem];
}

/**
 * Formats an error. Without a response the request may exist already; a retry is safe, and the text says so.
 */
function errorText(error: unknown): string {
  const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return isLost ? `${messages.refused}：${messages.outcomeUnknown}` : appendReason(messages.refused, error);
}
