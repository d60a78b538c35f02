import { Skeleton, Table, type TableColumnsType, Tag } from "antd";
import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import type { SecurityHourlyCounts } from "#contract/staff/admin/security.schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ErrorState } from "../../ui/ListStates.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import styles from "./SecurityPeaks.module.css";
import { securityStore } from "./SecurityStore.ts";
import { securityMessages as messages } from "./securityMessages.ts";

const columns: TableColumnsType<SecurityHourlyCounts> = [
  {
    title: messages.kind,
    render: (_, { kind, hours }) => (
      <>
        {messages.kinds[kind]}{" "}
        {hours.some(({ is_peak }) => is_peak) && <Tag color="error">{messages.peak}</Tag>}
      </>
    ),
  },
  { title: messages.total, dataIndex: "total", align: "right", sorter: (a, b) => a.total - b.total },
  { title: messages.usual, align: "right", render: (_, { hours }) => hours.at(-1)?.usual },
  { title: messages.peaks, render: (_, { hours }) => <Hours hours={hours} /> },
];

/** Hourly counts of the last 24 hours for every kind of event; hours far above the usual are marked. */
export const SecurityPeaks = observer(function SecurityPeaks() {
  const { peaks, loadPeaks } = useAdminStore(securityStore);
  useEffect(() => void logErrors("loading the peaks failed", loadPeaks()), [loadPeaks]);
  if (peaks.value === undefined) {
    if (peaks.status !== "failed") return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
    return (
      <ErrorState
        text={toErrorMessage(peaks.error, messages.peaksFailed)}
        onRetry={() => void logErrors("loading the peaks failed", loadPeaks())}
      />
    );
  }
  return (
    <section aria-label={messages.peaks}>
      <Table
        size="small"
        columns={columns}
        dataSource={[...peaks.value]}
        rowKey={({ kind }) => kind}
        pagination={false}
      />
    </section>
  );
});

function Hours({ hours }: Pick<SecurityHourlyCounts, "hours">) {
  const maxCount = Math.max(1, ...hours.map(({ count }) => count));
  return (
    <ol className={styles.hours}>
      {hours.map(({ hour, count, usual, is_peak }) => {
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
  );
}
