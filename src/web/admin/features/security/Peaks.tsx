import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import type { SecurityHours } from "#contract/head-office/security.schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../../AdminStores.ts";
import { fetchFor } from "../../parts/attempt.ts";
import { chinaMoment } from "../../parts/chinaMoment.ts";
import table from "../../parts/Table.module.css";
import { securityMessages as words } from "../../securityMessages.ts";
import { securityStore } from "../../stores/SecurityStore.ts";
import styles from "./Peaks.module.css";

/** The last 24 hours of every kind of event, hour by hour; those far above the usual are marked. */
export const Peaks = observer(function Peaks() {
  const { peaks, loadPeaks } = useAdminStore(securityStore);
  useEffect(() => fetchFor(loadPeaks), [loadPeaks]);
  if (peaks.value === undefined) {
    if (peaks.status !== "failed") return <Skeleton rows={4} />;
    return (
      <FailedState text={messageOf(peaks.error, words.peaksFailed)} onRetry={() => fetchFor(loadPeaks)} />
    );
  }
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label={words.peaks}>
        <thead>
          <tr>
            <th scope="col">{words.kind}</th>
            <th scope="col" className={table.number}>
              {words.total}
            </th>
            <th scope="col" className={table.number}>
              {words.usual}
            </th>
            <th scope="col">{words.peaks}</th>
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

function Row({ one }: { one: SecurityHours }) {
  const most = Math.max(1, ...one.hours.map(({ count }) => count));
  const hasPeak = one.hours.some(({ is_peak }) => is_peak);
  return (
    <tr>
      <th scope="row">
        {words.kinds[one.kind]} {hasPeak && <span className={cx(table.tag, table.bad)}>{words.peak}</span>}
      </th>
      <td className={table.number}>{one.total}</td>
      <td className={table.number}>{one.hours.at(-1)?.usual}</td>
      <td>
        <ol className={styles.hours}>
          {one.hours.map(({ hour, count, usual, is_peak }) => {
            const text = words.hourOf(chinaMoment(hour), count, usual);
            return (
              <li key={hour} title={text}>
                <span
                  className={cx(styles.bar, is_peak && styles.peak)}
                  style={{ height: `${Math.round((count / most) * 100)}%` }}
                />
                <span className={styles.text}>{is_peak ? `${text}，${words.peak}` : text}</span>
              </li>
            );
          })}
        </ol>
      </td>
    </tr>
  );
}
