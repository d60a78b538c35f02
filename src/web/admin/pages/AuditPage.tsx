import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { AuditEntry } from "#contract/head-office/schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { SearchBox } from "#web/shared/ui/SearchBox.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { auditMessages as words } from "../auditMessages.ts";
import { DebugLink } from "../features/office/DebugLink.tsx";
import { sayAction, sayActor, sayDetail } from "../features/office/sayAudit.ts";
import { messages } from "../messages.ts";
import { officeMessages } from "../officeMessages.ts";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { PageHead } from "../parts/PageHead.tsx";
import table from "../parts/Table.module.css";
import { usePaged } from "../parts/usePaged.ts";
import { auditStore, noFilter } from "../stores/AuditStore.ts";
import styles from "./AuditPage.module.css";
import { RolePage } from "./RolePage.tsx";

/** `/admin/audit`: what staff and operators did, narrowed by action, by who, and by what it was done to. */
export function AuditPage() {
  return (
    <RolePage roles={["admin"]} forbidden={officeMessages.forbidden}>
      <Audit />
    </RolePage>
  );
}

const Audit = observer(function Audit() {
  const store = useAdminStore(auditStore);
  const reload = usePaged(store.entries, words.failed, JSON.stringify(store.filter));
  return (
    <>
      <PageHead title={messages.titles.audit}>
        <DebugLink />
      </PageHead>
      <Filters />
      <EndlessList
        list={store.entries}
        failed={words.failed}
        empty={<EmptyState drawing="search" text={words.empty} />}
        onReload={reload}
      >
        <Entries />
      </EndlessList>
    </>
  );
});

const Filters = observer(function Filters() {
  const store = useAdminStore(auditStore);
  const { action, actor, target } = store.filter;
  const [typed, setTyped] = useState(target);
  const clear = () => {
    setTyped("");
    store.narrow(noFilter);
  };
  const type = (text: string) => {
    setTyped(text);
    if (text === "") store.narrow({ target: "" });
  };
  return (
    <div className={table.filters}>
      <select
        className={styles.select}
        aria-label={words.action}
        value={action}
        onChange={(event) => store.narrow({ action: event.target.value })}
      >
        <option value="">{words.anyAction}</option>
        {Object.entries(words.actions).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <SearchBox
        className={styles.target}
        label={words.targetHint}
        value={typed}
        onChange={type}
        onSubmit={() => store.narrow({ target: typed.trim() })}
        maxLength={100}
      />
      {(action !== "" || actor !== "" || target !== "") && (
        <Button look="ghost" onPress={clear}>
          {words.clear}
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
            {Object.values(words.columns).map((name) => (
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
  const who = sayActor(entry);
  return (
    <tr>
      <td className={table.moment}>
        <time dateTime={entry.at}>{chinaMoment(entry.at)}</time>
      </td>
      <td>
        <button
          type="button"
          className={styles.narrow}
          title={words.onlyActor(who)}
          onClick={() => store.narrow({ actor: entry.actor })}
        >
          {who}
        </button>
      </td>
      <td>{sayAction(entry.action)}</td>
      <td>
        <button
          type="button"
          className={cx(styles.narrow, table.code)}
          title={words.onlyTarget(entry.target)}
          onClick={() => store.narrow({ target: entry.target })}
        >
          {entry.target}
        </button>
      </td>
      <td className={table.soft}>{sayDetail(entry)}</td>
    </tr>
  );
}
