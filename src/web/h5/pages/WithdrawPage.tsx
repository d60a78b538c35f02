import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { formatYuan } from "#contract/money.ts";
import type { Withdrawal, WithdrawalRules } from "#contract/withdrawal/schema.ts";
import { isUnsupportedEndpoint, toErrorMessage } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { Card } from "../features/order/Card.tsx";
import { LedgerRow } from "../features/wallet/EntryRow.tsx";
import { BalanceSummary } from "../features/wallet/Figures.tsx";
import { formatComingPoints } from "../formatComingPoints.ts";
import { formatDateTime } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { withdrawalStore } from "../stores/WithdrawalStore.ts";
import { useStore } from "../useStores.ts";
import { walletMessages } from "../walletMessages.ts";
import styles from "./WalletPage.module.css";
import { WithdrawalForm } from "./WithdrawPageForm.tsx";

const messages = walletMessages.withdraw;

/** `/withdraw`: having points from invites paid out, by which rules, and what became of it. */
export const WithdrawPage = observer(function WithdrawPage() {
  const withdrawal = useStore(withdrawalStore);
  const reload = useListReload(withdrawal.list, messages.failed);
  useEffect(() => void reload(), [reload]);
  const { rules, list } = withdrawal;
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.withdraw} back="/invite" />
      {rules === null && list.pages.status === "failed" && (
        <WithdrawalError error={list.pages.error} onRetry={() => void reload()} />
      )}
      {rules === null && list.pages.status !== "failed" && <Skeleton rows={2} className={styles.skeleton} />}
      {rules !== null && (
        <>
          <BalanceSummary
            label={walletMessages.points.available}
            value={String(rules.available)}
            note={messages.withdrawable(rules.withdrawable, formatYuan(rules.withdrawable))}
            moreNote={formatComingPoints(rules.coming, Date.now())}
          />
          <WithdrawalForm rules={rules} onDone={reload} />
          <Rules rules={rules} />
          <h2 className={styles.section}>{messages.list}</h2>
          <InfiniteList
            list={list}
            errorText={messages.failed}
            skeleton="line"
            empty={<EmptyState illustration="order" text={messages.empty} />}
            onReload={reload}
          >
            <ul className={styles.list}>
              {list.items.map((entry) => (
                <WithdrawalRow key={entry.withdrawal_id} withdrawal={entry} />
              ))}
            </ul>
          </InfiniteList>
        </>
      )}
    </main>
  );
});

function WithdrawalError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isUnsupportedEndpoint(error)) return <EmptyState illustration="order" text={messages.notOffered} />;
  return <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={onRetry} />;
}

function Rules({ rules }: { rules: WithdrawalRules }) {
  const fee = rules.fee === 0 ? messages.free : formatYuan(rules.fee);
  return (
    <Card title={messages.rulesTitle}>
      <ul className={styles.rules}>
        {messages.rules(rules.minimum, rules.daily_maximum, fee).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  );
}

const tones = { reviewing: "wait", paid: "plus", rejected: "minus" } as const;

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, points, amount, reason, created_at } = withdrawal;
  return (
    <LedgerRow
      title={messages.pointsOf(points)}
      notes={[formatDateTime(created_at), reason === null ? "" : messages.reason(reason)]}
      value={messages.states[status]}
      tone={tones[status]}
      valueNote={messages.amountOf(formatYuan(amount))}
    />
  );
}
