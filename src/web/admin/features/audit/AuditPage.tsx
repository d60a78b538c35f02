import { Button, type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { AuditEntry } from "#contract/staff/admin/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import styles from "./AuditPage.module.css";
import { type AuditFilter, auditStore, noFilter } from "./AuditStore.ts";
import { auditMessages as messages } from "./auditMessages.ts";
import { formatAction, formatActor, formatDetail } from "./auditText.ts";
import { DebugLink } from "./DebugLink.tsx";
import { targetPath } from "./targetPath.ts";

/** `/admin/audit`: audit log of staff and operators, filtered by action, actor, target and days. */
export function AuditPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Audit />
    </RequireRole>
  );
}

const Audit = observer(function Audit() {
  const store = useAdminStore(auditStore);
  const [filter, setFilter, key] = useQueryFilter(store, noFilter);
  const reload = usePaginatedList(store.entries, messages.failed, key);
  return (
    <>
      <PageHeader title={adminMessages.titles.audit}>
        <DebugLink />
      </PageHeader>
      <DataTable
        name="audit"
        filters={<Filters key={filter.target} filter={filter} onChange={setFilter} />}
        files={<ListFileButtons list="audit" query={{ ...filter }} />}
        list={store.entries}
        columns={columnsOf(setFilter)}
        rowKey={({ id }) => String(id)}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
    </>
  );
});

interface FiltersProps {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const [target, setTarget] = useState(filter.target);
  const change = (text: string) => {
    setTarget(text);
    if (text === "") onChange({ target: "" });
  };
  return (
    <ListFilters filter={filter} empty={noFilter} onChange={onChange}>
      <SelectFilter
        label={messages.action}
        value={filter.action}
        any={messages.anyAction}
        options={Object.entries(messages.actions)}
        onChange={(action) => onChange({ action })}
        width={220}
      />
      <SearchInput
        label={messages.targetHint}
        value={target}
        onChange={change}
        onSubmit={() => onChange({ target: target.trim() })}
        maxLength={100}
      />
      <DayFilter filter={filter} onChange={onChange} />
      <Switch
        label={messages.reads}
        isChecked={filter.reads === "true"}
        onChange={(isChecked) => onChange({ reads: isChecked ? "true" : "" })}
      />
    </ListFilters>
  );
}

function columnsOf(narrow: (change: Partial<AuditFilter>) => void): TableColumnsType<AuditEntry> {
  const { columns } = messages;
  return [
    {
      title: columns.at,
      render: (_, { at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
    },
    {
      title: columns.actor,
      render: (_, entry) => {
        const name = formatActor(entry);
        return (
          <Button
            type="link"
            size="small"
            title={messages.onlyActor(name)}
            onClick={() => narrow({ actor: entry.actor })}
          >
            {name}
          </Button>
        );
      },
    },
    { title: columns.action, render: (_, { action }) => formatAction(action) },
    {
      title: columns.target,
      render: (_, { target, target_of }) => (
        <>
          {target_of !== null && (
            <div>
              {target_of.is_gone ? (
                `${messages.kinds[target_of.kind]} ${target_of.name}`
              ) : (
                <AppLink to={targetPath(target_of, target)} className={styles.target}>
                  {messages.kinds[target_of.kind]} {target_of.name}
                </AppLink>
              )}
            </div>
          )}
          <Button
            type="link"
            size="small"
            title={messages.onlyTarget(target)}
            onClick={() => narrow({ target })}
          >
            {target}
          </Button>
        </>
      ),
    },
    {
      title: columns.detail,
      render: (_, entry) => <Typography.Text type="secondary">{formatDetail(entry)}</Typography.Text>,
    },
  ];
}
