import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { WithdrawalRules } from "#contract/withdrawal/schema.ts";
import { ApiError, withReason } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { success } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Sheet } from "#web/shared/ui/Sheet.tsx";
import { CardRow } from "../features/order/Card.tsx";
import { AmountField } from "../features/wallet/AmountField.tsx";
import { type WithdrawalStore, withdrawalStore } from "../stores/WithdrawalStore.ts";
import { useStore } from "../useStores.ts";
import { walletMessages } from "../walletMessages.ts";
import styles from "./WithdrawPage.module.css";

const words = walletMessages.withdraw;

interface FormProps {
  rules: WithdrawalRules;
  /** Asked for, or refused: what is allowed may be something else now. */
  onDone: () => Promise<void>;
}

/** The amount, and a last look at what it comes to before it is asked for. */
export const WithdrawPageForm = observer(function WithdrawPageForm({ rules, onDone }: FormProps) {
  const store = useStore(withdrawalStore);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState("");
  const { problem, points } = store;
  const canAsk = rules.withdrawable >= rules.minimum && !rules.is_asked_today;
  const submit = async () => {
    setFailure("");
    try {
      if ((await store.submit()) === null) return;
      setIsAsking(false);
      success(words.done);
      await onDone();
    } catch (error) {
      logFailure("asking for a withdrawal failed", error);
      setFailure(failureOf(error));
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setFailure("");
        if (problem === null) setIsAsking(true);
      }}
    >
      <AmountField
        value={store.typed}
        onChange={store.type}
        onAll={store.takeAll}
        problem={canAsk || rules.is_asked_today ? problemText(store, rules) : ""}
        hint={canAsk ? comesTo(points - rules.fee) : words.few(rules.minimum)}
        isOff={!canAsk}
      />
      <Button type="submit" size="large" disabled={problem !== null}>
        {words.next}
      </Button>
      <Sheet open={isAsking} onClose={() => setIsAsking(false)} title={words.confirmTitle}>
        <div className={styles.rows}>
          <CardRow label={words.points}>{words.pointsOf(points)}</CardRow>
          <CardRow label={words.fee}>{rules.fee === 0 ? words.free : formatYuan(rules.fee)}</CardRow>
          <CardRow label={words.arrival}>{formatYuan(points - rules.fee)}</CardRow>
        </div>
        {failure !== "" && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <Button size="large" isBusy={store.isSending} onPress={() => void submit()}>
          {words.confirm}
        </Button>
      </Sheet>
    </form>
  );
});

function comesTo(fen: number): string {
  return fen > 0 ? words.arrives(formatYuan(fen)) : "";
}

function problemText({ problem }: WithdrawalStore, rules: WithdrawalRules): string {
  const { problems } = words;
  if (problem === null) return "";
  if (problem === "too_few") return problems.too_few(rules.minimum);
  return problem === "over_limit" ? problems.over_limit(rules.daily_maximum) : problems[problem];
}

/** Without an answer it may have been asked for already; trying again is safe and says so. */
function failureOf(error: unknown): string {
  const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return isLost ? `${words.refused}：${words.unanswered}` : withReason(words.refused, error);
}
