import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { formatYuan } from "#contract/money.ts";
import type { PointsAccount, PointsRecord } from "#contract/points/schema.ts";
import { isAbortError, isUnsupportedEndpoint, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { formatDateTime, formatFullDateTime } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { InfiniteList, useListReload } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { NavBar } from "#web/ui/NavBar/NavBar.tsx";
import { formatSigned, RecordRow } from "#web/ui/RecordRow/RecordRow.tsx";
import listStyles from "../../app/components/ListPage.module.css";
import { navigationMessages } from "../../app/navigationMessages.ts";
import { useStore } from "../../app/useStores.ts";
import { BalanceSummary } from "./components/BalanceSummary.tsx";
import { RulesCard } from "./components/RulesCard.tsx";
import { formatComingPoints } from "./formatComingPoints.ts";
import { walletMessages } from "./messages.ts";
import { pointsStore } from "./PointsStore.ts";

const messages = walletMessages.points;

/** `/points`: points balance, rules, and history. */
export const PointsPage = observer(function PointsPage() {
  const points = useStore(pointsStore);
  const navigate = useNavigate();
  const reloadList = useListReload(points.records, messages.ledgerFailed);
  const load = useCallback(() => {
    points.load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the points failed", error);
    });
  }, [points]);
  const reload = useCallback(async () => {
    load();
    await reloadList();
  }, [load, reloadList]);
  useEffect(() => void reload(), [reload]);
  const { value, status, error } = points.account;
  // Another host may have its own points with other rules; ours are not shown then.
  const isOffered = !isUnsupportedEndpoint(error);
  const toMenu = { text: messages.toMenu, onPress: () => navigate("/takeaway") };
  return (
    <main className={listStyles.page}>
      <NavBar title={navigationMessages.titles.points} back="/profile" />
      {value === undefined && status === "failed" && isOffered ? (
        <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={() => void reload()} />
      ) : (
        <>
          {isOffered && <PointsSummary account={value} onWithdraw={() => navigate("/withdraw")} />}
          {value?.rules !== undefined && (
            <RulesCard title={messages.rulesTitle} rules={messages.rules(value.rules)} />
          )}
          <h2 className={listStyles.section}>{messages.ledger}</h2>
          <InfiniteList
            list={points.records}
            errorText={messages.ledgerFailed}
            skeleton="line"
            empty={<EmptyState illustration="order" text={messages.ledgerEmpty} action={toMenu} />}
            onReload={reload}
          >
            <ul className={listStyles.list}>
              {points.records.items.map((record) => (
                <PointsRecordRow key={record.id} record={record} />
              ))}
            </ul>
          </InfiniteList>
        </>
      )}
    </main>
  );
});

function PointsSummary({
  account,
  onWithdraw,
}: {
  account: PointsAccount | undefined;
  onWithdraw: () => void;
}) {
  const expiring = account?.expiring ?? null;
  const dash = "—";
  const figures = [
    { label: messages.pending, value: String(account?.pending ?? dash) },
    { label: messages.reserved, value: String(account?.reserved ?? dash) },
    {
      label: messages.expiring,
      value: account === undefined ? dash : String(expiring?.points ?? 0),
      ...(expiring === null ? {} : { note: dayBefore(expiring.at) }),
    },
  ];
  const isNegative = account !== undefined && account.balance < 0;
  const worth = account === undefined ? " " : messages.worth(formatYuan(account.available));
  return (
    <BalanceSummary
      label={messages.available}
      value={String(account?.available ?? dash)}
      note={isNegative ? messages.negative : worth}
      moreNote={formatComingPoints(account?.coming, Date.now())}
      action={
        <Button variant="plain" size="small" onPress={onWithdraw}>
          {messages.withdraw}
        </Button>
      }
      figures={figures}
    />
  );
}

function PointsRecordRow({ record }: { record: PointsRecord }) {
  const { delta, order_id } = record;
  return (
    <RecordRow
      title={record.text}
      notes={[formatDateTime(record.at), formatValidity(record)]}
      value={formatSigned(delta, String(Math.abs(delta)))}
      tone={delta < 0 ? "minus" : "plus"}
      {...(order_id === null
        ? {}
        : { link: { to: `/order/${encodeURIComponent(order_id)}`, text: messages.seeOrder } })}
    />
  );
}

/** Formats from when earned points are usable, else until when. */
function formatValidity({ delta, available_at, expires_at }: PointsRecord): string {
  if (delta <= 0) return "";
  if (available_at === null) return messages.pendingHint;
  if (Date.parse(available_at) > Date.now()) return messages.usableFrom(formatDateTime(available_at));
  return expires_at === null ? "" : messages.expires(dayBefore(expires_at));
}

/** Returns the last day before a timestamp, with the year: points are valid for more than one. */
function dayBefore(timestamp: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? "" : formatFullDateTime(new Date(time - 1).toISOString()).slice(0, 10);
}
