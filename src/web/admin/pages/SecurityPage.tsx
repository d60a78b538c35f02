import { observer } from "mobx-react-lite";
import { useCallback } from "react";
import type { SecurityEvent, SecurityKind } from "#contract/head-office/security.schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { Peaks } from "../features/security/Peaks.tsx";
import { messages } from "../messages.ts";
import { officeMessages } from "../officeMessages.ts";
import { fetchFor } from "../parts/attempt.ts";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { PageHead } from "../parts/PageHead.tsx";
import table from "../parts/Table.module.css";
import { useLiveReload } from "../parts/useLiveReload.ts";
import { usePaged } from "../parts/usePaged.ts";
import { securityMessages as words } from "../securityMessages.ts";
import { anyEvent, securityStore } from "../stores/SecurityStore.ts";
import styles from "./AuditPage.module.css";
import { RolePage } from "./RolePage.tsx";

/** `/admin/security`: how often in the last 24 hours what may be an attack came, and the events themselves. */
export function SecurityPage() {
  return (
    <RolePage roles={["admin"]} forbidden={officeMessages.forbidden}>
      <Security />
    </RolePage>
  );
}

const Security = observer(function Security() {
  const store = useAdminStore(securityStore);
  const reload = usePaged(store.events, words.failed, JSON.stringify(store.filter));
  const reloadAll = useCallback(async () => {
    fetchFor(store.loadPeaks);
    await reload();
  }, [store, reload]);
  useLiveReload("office_alarm", reloadAll);
  return (
    <>
      <PageHead title={messages.titles.security} note={words.note} />
      <Peaks />
      <h2>{words.events}</h2>
      <Filters />
      <EndlessList
        list={store.events}
        failed={words.failed}
        empty={<EmptyState text={words.empty} />}
        onReload={reloadAll}
      >
        <Events />
      </EndlessList>
    </>
  );
});

const Filters = observer(function Filters() {
  const { filter, narrow } = useAdminStore(securityStore);
  return (
    <div className={table.filters}>
      <select
        className={styles.select}
        aria-label={words.kind}
        value={filter.kind}
        onChange={(event) => narrow({ kind: event.target.value as SecurityKind | "" })}
      >
        <option value="">{words.anyKind}</option>
        {Object.entries(words.kinds).map(([kind, text]) => (
          <option key={kind} value={kind}>
            {text}
          </option>
        ))}
      </select>
      {(filter.kind !== "" || filter.subject !== "" || filter.network !== "") && (
        <Button look="ghost" onPress={() => narrow(anyEvent)}>
          {words.clear}
        </Button>
      )}
    </div>
  );
});

const Events = observer(function Events() {
  const { events } = useAdminStore(securityStore);
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label={words.events}>
        <thead>
          <tr>
            {Object.values(words.columns).map((name) => (
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
  const { narrow } = useAdminStore(securityStore);
  const { at, kind, count, subject, subject_name, network, what } = event;
  // Many that were counted as one have neither.
  const isMany = subject === "" && network === "" && what === "";
  return (
    <tr>
      <td className={table.moment}>
        <time dateTime={at}>{chinaMoment(at)}</time>
      </td>
      <td>{words.kinds[kind]}</td>
      <td className={table.number}>{count}</td>
      <td>
        {isMany && words.many}
        {subject !== "" && (
          <button
            type="button"
            className={styles.narrow}
            title={words.narrowTo(subject_name ?? subject)}
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
            title={words.narrowTo(network)}
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
