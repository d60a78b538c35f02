import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { formatYuan } from "#contract/money.ts";
import type { Withdrawal, WithdrawalRules } from "#contract/withdrawal/schema.ts";
import { isMissingCall, messageOf } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { Card } from "../features/order/Card.tsx";
import { EntryRow } from "../features/wallet/EntryRow.tsx";
import { Figures } from "../features/wallet/Figures.tsx";
import { formatComingPoints } from "../formatComingPoints.ts";
import { formatMoment } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { withdrawalStore } from "../stores/WithdrawalStore.ts";
import { useStore } from "../useStores.ts";
import { walletMessages } from "../walletMessages.ts";
import styles from "./WalletPage.module.css";
import { WithdrawPageForm } from "./WithdrawPageForm.tsx";

const words = walletMessages.withdraw;

/** `/withdraw`: having points from invites paid out, by which rules, and what became of it. */
export const WithdrawPage = observer(function WithdrawPage() {
  const withdrawal = useStore(withdrawalStore);
  const reload = useListReload(withdrawal.list, words.failed);
  useEffect(() => void reload(), [reload]);
  const { rules, list } = withdrawal;
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.withdraw} back="/invite" />
      {rules === null && list.pages.status === "failed" && (
        <Failure error={list.pages.error} onRetry={() => void reload()} />
      )}
      {rules === null && list.pages.status !== "failed" && <Skeleton rows={2} className={styles.skeleton} />}
      {rules !== null && (
        <>
          <Figures
            label={walletMessages.points.available}
            value={String(rules.available)}
            note={words.withdrawable(rules.withdrawable, formatYuan(rules.withdrawable))}
            moreNote={formatComingPoints(rules.coming, Date.now())}
          />
          <WithdrawPageForm rules={rules} onDone={reload} />
          <Rules rules={rules} />
          <h2 className={styles.section}>{words.list}</h2>
          <EndlessList
            list={list}
            failed={words.failed}
            skeleton="line"
            empty={<EmptyState drawing="order" text={words.empty} />}
            onReload={reload}
          >
            <ul className={styles.list}>
              {list.items.map((one) => (
                <Request key={one.withdrawal_id} withdrawal={one} />
              ))}
            </ul>
          </EndlessList>
        </>
      )}
    </main>
  );
});

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isMissingCall(error)) return <EmptyState drawing="order" text={words.notOffered} />;
  return <FailedState text={messageOf(error, words.failed)} onRetry={onRetry} />;
}

function Rules({ rules }: { rules: WithdrawalRules }) {
  const fee = rules.fee === 0 ? words.free : formatYuan(rules.fee);
  return (
    <Card title={words.rulesTitle}>
      <ul className={styles.rules}>
        {words.rules(rules.minimum, rules.daily_maximum, fee).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  );
}

const tones = { reviewing: "wait", paid: "plus", rejected: "minus" } as const;

function Request({ withdrawal }: { withdrawal: Withdrawal }) {
  const { status, points, amount, reason, created_at } = withdrawal;
  return (
    <EntryRow
      title={words.pointsOf(points)}
      notes={[formatMoment(created_at), reason === null ? "" : words.reason(reason)]}
      value={words.states[status]}
      tone={tones[status]}
      valueNote={words.amountOf(formatYuan(amount))}
    />
  );
}
