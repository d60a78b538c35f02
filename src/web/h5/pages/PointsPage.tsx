import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { formatYuan } from "#contract/money.ts";
import type { PointsAccount, PointsRecord } from "#contract/points/schema.ts";
import { isAborted, isMissingCall, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList, useListReload } from "#web/shared/ui/EndlessList.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { NavBar } from "#web/shared/ui/NavBar.tsx";
import { Card } from "../features/order/Card.tsx";
import { EntryRow, signed } from "../features/wallet/EntryRow.tsx";
import { Figures } from "../features/wallet/Figures.tsx";
import { formatComingPoints } from "../formatComingPoints.ts";
import { formatFullMoment, formatMoment } from "../formatMoment.ts";
import { homeMessages } from "../homeMessages.ts";
import { pointsStore } from "../stores/PointsStore.ts";
import { useStore } from "../useStores.ts";
import { walletMessages } from "../walletMessages.ts";
import styles from "./WalletPage.module.css";

const words = walletMessages.points;

/** `/points`: how many points there are, what they are good for, and how they came and went. */
export const PointsPage = observer(function PointsPage() {
  const points = useStore(pointsStore);
  const navigate = useNavigate();
  const reloadList = useListReload(points.records, words.ledgerFailed);
  const load = useCallback(() => {
    points.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the points failed", error);
    });
  }, [points]);
  const reload = useCallback(async () => {
    load();
    await reloadList();
  }, [load, reloadList]);
  useEffect(() => void reload(), [reload]);
  const { value, status, error } = points.account;
  // Another host may have its own points by other rules; ours are not told then.
  const isOffered = !isMissingCall(error);
  const toMenu = { text: words.toMenu, onPress: () => navigate("/takeaway") };
  return (
    <main className={styles.page}>
      <NavBar title={homeMessages.titles.points} back="/profile" />
      {value === undefined && status === "failed" && isOffered ? (
        <FailedState text={messageOf(error, words.failed)} onRetry={() => void reload()} />
      ) : (
        <>
          {isOffered && <Account account={value} onWithdraw={() => navigate("/withdraw")} />}
          {isOffered && <Rules />}
          <h2 className={styles.section}>{words.ledger}</h2>
          <EndlessList
            list={points.records}
            failed={words.ledgerFailed}
            skeleton="line"
            empty={<EmptyState drawing="order" text={words.ledgerEmpty} action={toMenu} />}
            onReload={reload}
          >
            <ul className={styles.list}>
              {points.records.items.map((record) => (
                <Movement key={record.id} record={record} />
              ))}
            </ul>
          </EndlessList>
        </>
      )}
    </main>
  );
});

function Rules() {
  return (
    <Card title={words.rulesTitle}>
      <ul className={styles.rules}>
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  );
}

function Account({ account, onWithdraw }: { account: PointsAccount | undefined; onWithdraw: () => void }) {
  const expiring = account?.expiring ?? null;
  const dash = "—";
  const figures = [
    { label: words.pending, value: String(account?.pending ?? dash) },
    { label: words.reserved, value: String(account?.reserved ?? dash) },
    {
      label: words.expiring,
      value: account === undefined ? dash : String(expiring?.points ?? 0),
      ...(expiring === null ? {} : { note: words.expiringAt(dayBefore(expiring.at)) }),
    },
  ];
  const isNegative = account !== undefined && account.balance < 0;
  const worth = account === undefined ? " " : words.worth(formatYuan(account.available));
  return (
    <Figures
      label={words.available}
      value={String(account?.available ?? dash)}
      note={isNegative ? words.negative : worth}
      moreNote={formatComingPoints(account?.coming, Date.now())}
      action={
        <Button look="plain" size="small" onPress={onWithdraw}>
          {words.withdraw}
        </Button>
      }
      figures={figures}
    />
  );
}

function Movement({ record }: { record: PointsRecord }) {
  const { delta, order_id } = record;
  return (
    <EntryRow
      title={record.text}
      notes={[formatMoment(record.at), whenOf(record)]}
      value={signed(delta, String(Math.abs(delta)))}
      tone={delta < 0 ? "minus" : "plus"}
      {...(order_id === null
        ? {}
        : { link: { to: `/order/${encodeURIComponent(order_id)}`, text: words.seeOrder } })}
    />
  );
}

/** From when points that came can be used, else until when. */
function whenOf({ delta, available_at, expires_at }: PointsRecord): string {
  if (delta <= 0) return "";
  if (available_at === null) return words.waits;
  if (Date.parse(available_at) > Date.now()) return words.usableFrom(formatMoment(available_at));
  return expires_at === null ? "" : words.expires(dayBefore(expires_at));
}

/** The last day before a moment, with the year: points live longer than one. */
function dayBefore(moment: string): string {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? "" : formatFullMoment(new Date(time - 1).toISOString()).slice(0, 10);
}
