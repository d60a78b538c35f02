import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { AuditEntry } from "#contract/staff/admin/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { SearchBox } from "#web/ui/SearchBox/SearchBox.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import table from "../../ui/Table.module.css";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import styles from "./AuditPage.module.css";
import { auditStore, noFilter } from "./AuditStore.ts";
import { auditMessages as messages } from "./auditMessages.ts";
import { formatAction, formatActor, formatDetail } from "./auditText.ts";
import { DebugLink } from "./DebugLink.tsx";

/** `/admin/audit`: audit log of staff and operators, filtered by action, actor and target. */
export function AuditPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={backOfficeMessages.forbidden}>
      <Audit />
    </RequireRole>
  );
}

const Audit = observer(function Audit() {
  const store = useAdminStore(auditStore);
  const reload = usePaginatedList(store.entries, messages.failed, JSON.stringify(store.filter));
  return (
    <>
      <PageHeader title={adminMessages.titles.audit}>
        <DebugLink />
      </PageHeader>
      <Filters />
      <InfiniteList
        list={store.entries}
        errorText={messages.failed}
        empty={<EmptyState illustration="search" text={messages.empty} />}
        onReload={reload}
      >
        <Entries />
      </InfiniteList>
    </>
  );
});

const Filters = observer(function Filters() {
  const store = useAdminStore(auditStore);
  const { action, actor, target } = store.filter;
  const [targetText, setTargetText] = useState(target);
  const clear = () => {
    setTargetText("");
    store.setFilter(noFilter);
  };
  const setTarget = (text: string) => {
    setTargetText(text);
    if (text === "") store.setFilter({ target: "" });
  };
  return (
    <div className={table.filters}>
      <select
        className={styles.select}
        aria-label={messages.action}
        value={action}
        onChange={(event) => store.setFilter({ action: event.target.value })}
      >
        <option value="">{messages.anyAction}</option>
        {Object.entries(messages.actions).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <SearchBox
        className={styles.target}
        label={messages.targetHint}
        value={targetText}
        onChange={setTarget}
        onSubmit={() => store.setFilter({ target: targetText.trim() })}
        maxLength={100}
      />
      {(action !== "" || actor !== "" || target !== "") && (
        <Button variant="ghost" onPress={clear}>
          {messages.clear}
        </Button>
      )}
    </div>
  );
});

const Entries = observer(function Entries() {
  const { entries } = useAdminStore(auditStore);
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <thead>
          <tr>
            {Object.values(messages.columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

function Entry({ entry }: { entry: AuditEntry }) {
  const store = useAdminStore(auditStore);
  const actorName = formatActor(entry);
  return (
    <tr>
      <td className={table.moment}>
        <time dateTime={entry.at}>{formatTimestamp(entry.at)}</time>
      </td>
      <td>
        <button
          type="button"
          className={styles.narrow}
          title={messages.onlyActor(actorName)}
          onClick={() => store.setFilter({ actor: entry.actor })}
        >
          {actorName}
        </button>
      </td>
      <td>{formatAction(entry.action)}</td>
      <td>
        <button
          type="button"
          className={clsx(styles.narrow, table.code)}
          title={messages.onlyTarget(entry.target)}
          onClick={() => store.setFilter({ target: entry.target })}
        >
          {entry.target}
        </button>
      </td>
      <td className={table.soft}>{formatDetail(entry)}</td>
    </tr>
  );
}
