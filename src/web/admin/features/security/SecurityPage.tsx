import { Button, type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback } from "react";
import type { SecurityEvent } from "#contract/staff/admin/security.schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import { SecurityPeaks } from "./SecurityPeaks.tsx";
import { anyEvent, type SecurityFilter, securityStore } from "./SecurityStore.ts";
import { securityMessages as messages } from "./securityMessages.ts";

/** `/admin/security`: hourly counts of possible attacks in the last 24 hours, and the events themselves. */
export function SecurityPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Security />
    </RequireRole>
  );
}

const Security = observer(function Security() {
  const store = useAdminStore(securityStore);
  const [filter, setFilter, key] = useQueryFilter(store, anyEvent);
  const reload = usePaginatedList(store.events, messages.failed, key);
  const reloadAll = useCallback(async () => {
    void logErrors("loading the peaks failed", store.loadPeaks());
    await reload();
  }, [store, reload]);
  useReloadOnEvent("office_alarm", reloadAll);
  return (
    <>
      <PageHeader title={adminMessages.titles.security} note={messages.note} />
      <SecurityPeaks />
      <Typography.Title level={2} style={{ margin: "16px 0 12px", fontSize: 16 }}>
        {messages.events}
      </Typography.Title>
      <DataTable
        label={messages.events}
        name="security"
        filters={
          <ListFilters filter={filter} empty={anyEvent} onChange={setFilter}>
            <SelectFilter
              label={messages.kind}
              value={filter.kind}
              any={messages.anyKind}
              options={typedEntries(messages.kinds)}
              onChange={(kind) => setFilter({ kind })}
              width={200}
            />
            <DayFilter filter={filter} onChange={setFilter} />
          </ListFilters>
        }
        files={<ListFileButtons list="security" query={{ ...filter }} />}
        list={store.events}
        columns={columnsOf(setFilter)}
        rowKey={({ id }) => String(id)}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reloadAll}
      />
    </>
  );
});

function typedEntries<Name extends string>(record: Readonly<Record<Name, string>>) {
  return Object.entries(record) as [Name, string][];
}

function columnsOf(narrow: (change: Partial<SecurityFilter>) => void): TableColumnsType<SecurityEvent> {
  const { columns } = messages;
  const narrowButton = (text: string, change: Partial<SecurityFilter>) => (
    <Button type="link" size="small" title={messages.narrowTo(text)} onClick={() => narrow(change)}>
      {text}
    </Button>
  );
  return [
    { title: columns.at, render: (_, { at }) => <time dateTime={at}>{formatTimestamp(at)}</time> },
    { title: columns.kind, render: (_, { kind }) => messages.kinds[kind] },
    { title: columns.count, dataIndex: "count", align: "right" },
    {
      title: columns.subject,
      render: (_, { subject, subject_name, network, what }) => {
        // An aggregate of many events has none of them.
        if (subject === "" && network === "" && what === "") return messages.many;
        return subject !== "" && narrowButton(subject_name ?? subject, { subject });
      },
    },
    {
      title: columns.network,
      render: (_, { network }) => network !== "" && narrowButton(network, { network }),
    },
    { title: columns.what, dataIndex: "what" },
  ];
}
