import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { formatYuan } from "#contract/money.ts";
import type { Withdrawal, WithdrawalRules } from "#contract/withdrawal/schema.ts";
import { isUnsupportedEndpoint, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { InfiniteList, useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import listStyles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import { BalanceSummary } from "./components/BalanceSummary.tsx";
import { RulesCard } from "./components/RulesCard.tsx";
import { WithdrawalForm } from "./components/WithdrawalForm.tsx";
import { formatComingPoints } from "./formatComingPoints.ts";
import { walletMessages } from "./messages.ts";
import { withdrawalStore } from "./WithdrawalStore.ts";

const messages = walletMessages.withdraw;

/** `/withdraw`: withdrawal of points from invites, its rules and its history. */
export const WithdrawPage = observer(function WithdrawPage() {
  const withdrawal = useStore(withdrawalStore);
  const reload = useListReload(withdrawal.list, messages.failed);
  useEffect(() => void reload(), [reload]);
  const { rules, list } = withdrawal;
  return (
    <main className={listStyles.page}>
      <NavBar title={navigationMessages.titles.withdraw} back="/invite" />
      {rules === null && list.pages.status === "failed" && (
        <WithdrawalError error={list.pages.error} onRetry={() => void reload()} />
      )}
      {rules === null && list.pages.status !== "failed" && (
        <Skeleton rows={2} className={listStyles.skeleton} />
      )}
      {rules !== null && (
        <>
          <BalanceSummary
            label={walletMessages.points.available}
            value={String(rules.available)}
            note={messages.withdrawable(rules.withdrawable, formatYuan(rules.withdrawable))}
            moreNote={formatComingPoints(rules.coming, Date.now())}
          />
          <WithdrawalForm rules={rules} onDone={reload} />
          <RulesCard title={messages.rulesTitle} rules={listRules(rules)} />
          <h2 className={listStyles.section}>{messages.list}</h2>
          <InfiniteList
            list={list}
            errorText={messages.failed}
            skeleton="line"
            empty={<EmptyState illustration="order" text={messages.empty} />}
            onReload={reload}
          >
            <ul className={listStyles.list}>
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

function listRules(rules: WithdrawalRules): readonly string[] {
  const fee = rules.fee === 0 ? messages.free : formatYuan(rules.fee);
  return messages.rules(rules.minimum, rules.daily_maximum, fee);
}

const tones = { reviewing: "wait", paid: "plus", rejected: "minus" } as const;

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, points, amount, reason, created_at } = withdrawal;
  return (
    <RecordRow
      title={messages.pointsOf(points)}
      notes={[formatDateTime(created_at), reason === null ? "" : messages.reason(reason)]}
      value={messages.states[status]}
      tone={tones[status]}
      valueNote={messages.amountOf(formatYuan(amount))}
    />
  );
}
