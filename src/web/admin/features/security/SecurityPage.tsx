import { observer } from "mobx-react-lite";
import { useCallback } from "react";
import type { SecurityEvent, SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import table from "../../ui/Table.module.css";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import styles from "../audit/AuditPage.module.css";
import { SecurityPeaks } from "./SecurityPeaks.tsx";
import { anyEvent, securityStore } from "./SecurityStore.ts";
import { securityMessages as messages } from "./securityMessages.ts";

/** `/admin/security`: hourly counts of possible attacks in the last 24 hours, and the events themselves. */
export function SecurityPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={backOfficeMessages.forbidden}>
      <Security />
    </RequireRole>
  );
}

const Security = observer(function Security() {
  const store = useAdminStore(securityStore);
  const reload = usePaginatedList(store.events, messages.failed, JSON.stringify(store.filter));
  const reloadAll = useCallback(async () => {
    void logErrors("loading the peaks failed", store.loadPeaks());
    await reload();
  }, [store, reload]);
  useReloadOnEvent("office_alarm", reloadAll);
  return (
    <>
      <PageHeader title={adminMessages.titles.security} note={messages.note} />
      <SecurityPeaks />
      <h2>{messages.events}</h2>
      <Filters />
      <InfiniteList
        list={store.events}
        errorText={messages.failed}
        empty={<EmptyState text={messages.empty} />}
        onReload={reloadAll}
      >
        <Events />
      </InfiniteList>
    </>
  );
});

const Filters = observer(function Filters() {
  const { filter, setFilter: narrow } = useAdminStore(securityStore);
  return (
    <div className={table.filters}>
      <select
        className={styles.select}
        aria-label={messages.kind}
        value={filter.kind}
        onChange={(event) => narrow({ kind: event.target.value as SecurityEventKind | "" })}
      >
        <option value="">{messages.anyKind}</option>
        {Object.entries(messages.kinds).map(([kind, text]) => (
          <option key={kind} value={kind}>
            {text}
          </option>
        ))}
      </select>
      {(filter.kind !== "" || filter.subject !== "" || filter.network !== "") && (
        <Button variant="ghost" onPress={() => narrow(anyEvent)}>
          {messages.clear}
        </Button>
      )}
    </div>
  );
});

const Events = observer(function Events() {
  const { events } = useAdminStore(securityStore);
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label={messages.events}>
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
          {events.items.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

function Event({ event }: { event: SecurityEvent }) {
  const { setFilter: narrow } = useAdminStore(securityStore);
  const { at, kind, count, subject, subject_name, network, what } = event;
  // An aggregate of many events has none of them.
  const isMany = subject === "" && network === "" && what === "";
  return (
    <tr>
      <td className={table.moment}>
        <time dateTime={at}>{formatTimestamp(at)}</time>
      </td>
      <td>{messages.kinds[kind]}</td>
      <td className={table.number}>{count}</td>
      <td>
        {isMany && messages.many}
        {subject !== "" && (
          <button
            type="button"
            className={styles.narrow}
            title={messages.narrowTo(subject_name ?? subject)}
            onClick={() => narrow({ subject })}
          >
            {subject_name ?? subject}
          </button>
        )}
      </td>
      <td>
        {network !== "" && (
          <button
            type="button"
            className={styles.narrow}
            title={messages.narrowTo(network)}
            onClick={() => narrow({ network })}
          >
            {network}
          </button>
        )}
      </td>
      <td className={table.soft}>{what}</td>
    </tr>
  );
}
