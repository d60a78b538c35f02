import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import type { SecurityHourlyCounts } from "#contract/staff/admin/security.schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import table from "../../ui/Table.module.css";
import styles from "./SecurityPeaks.module.css";
import { securityStore } from "./SecurityStore.ts";
import { securityMessages as messages } from "./securityMessages.ts";

/** Hourly counts of the last 24 hours for every kind of event; hours far above the usual are marked. */
export const SecurityPeaks = observer(function SecurityPeaks() {
  const { peaks, loadPeaks } = useAdminStore(securityStore);
  useEffect(() => void logErrors("loading the peaks failed", loadPeaks()), [loadPeaks]);
  if (peaks.value === undefined) {
    if (peaks.status !== "failed") return <Skeleton rows={4} />;
    return (
      <ErrorState
        text={toErrorMessage(peaks.error, messages.peaksFailed)}
        onRetry={() => void logErrors("loading the peaks failed", loadPeaks())}
      />
    );
  }
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label={messages.peaks}>
        <thead>
          <tr>
            <th scope="col">{messages.kind}</th>
            <th scope="col" className={table.number}>
              {messages.total}
            </th>
            <th scope="col" className={table.number}>
              {messages.usual}
            </th>
            <th scope="col">{messages.peaks}</th>
          </tr>
        </thead>
        <tbody>
          {peaks.value.map((one) => (
            <Row key={one.kind} one={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

function Row({ one }: { one: SecurityHourlyCounts }) {
  const maxCount = Math.max(1, ...one.hours.map(({ count }) => count));
  const hasPeak = one.hours.some(({ is_peak }) => is_peak);
  return (
    <tr>
      <th scope="row">
        {messages.kinds[one.kind]}{" "}
        {hasPeak && <span className={clsx(table.tag, table.bad)}>{messages.peak}</span>}
      </th>
      <td className={table.number}>{one.total}</td>
      <td className={table.number}>{one.hours.at(-1)?.usual}</td>
      <td>
        <ol className={styles.hours}>
          {one.hours.map(({ hour, count, usual, is_peak }) => {
            const text = messages.hourOf(formatTimestamp(hour), count, usual);
            return (
              <li key={hour} title={text}>
                <span
                  className={clsx(styles.bar, is_peak && styles.peak)}
                  style={{ height: `${Math.round((count / maxCount) * 100)}%` }}
                />
                <span className={styles.text}>{is_peak ? `${text}，${messages.peak}` : text}</span>
              </li>
            );
          })}
        </ol>
      </td>
    </tr>
  );
}
