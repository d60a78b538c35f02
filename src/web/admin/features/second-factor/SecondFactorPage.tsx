import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { SecondFactorStatus } from "#contract/staff/admin/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { confirm } from "#web/ui/notify.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { Dialog } from "../../ui/Dialog/Dialog.tsx";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import table from "../../ui/Table.module.css";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { Enrolment } from "./Enrolment.tsx";
import { secondFactorStore } from "./SecondFactorStore.ts";
import { secondFactorMessages } from "./secondFactorMessages.ts";

const messages = secondFactorMessages.page;

/**
 * `/admin/second-factor`: second-factor status of all admins, binding one's own app, and resetting a
 * colleague's.
 */
export function SecondFactorPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={backOfficeMessages.forbidden}>
      <Owners />
    </RequireRole>
  );
}

const Owners = observer(function Owners() {
  const store = useAdminStore(secondFactorStore);
  const reload = usePaginatedList(store.owners, messages.failed);
  const [ticket, setTicket] = useState<string>();
  const mine = store.owners.items.find(({ is_self }) => is_self);
  const done = () => {
    setTicket(undefined);
    void reload();
  };
  return (
    <>
      <PageHeader
        title={adminMessages.titles.secondFactor}
        note={store.isRequired ? messages.required : messages.optional}
      >
        {mine?.enrolled_at === null && (
          <Button onPress={() => void runWithToast(async () => setTicket(await store.createTicket()))}>
            {messages.enrol}
          </Button>
        )}
      </PageHeader>
      <InfiniteList
        list={store.owners}
        errorText={messages.failed}
        empty={<EmptyState text={messages.empty} />}
        onReload={reload}
      >
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
              {store.owners.items.map((owner) => (
                <Owner key={owner.staff_id} owner={owner} />
              ))}
            </tbody>
          </table>
        </div>
      </InfiniteList>
      {ticket !== undefined && (
        <Dialog title={secondFactorMessages.enrolTitle} onClose={() => setTicket(undefined)}>
          <Enrolment ticket={ticket} onDone={done} />
        </Dialog>
      )}
    </>
  );
});

function Owner({ owner }: { owner: SecondFactorStatus }) {
  const store = useAdminStore(secondFactorStore);
  const { name, phone, enrolled_at, recovery_codes_left, is_self } = owner;
  const reset = async () => {
    const question = {
      title: messages.resetTitle(name),
      message: messages.resetText,
      confirmText: messages.reset,
    };
    if (await confirm(question)) await runWithToast(() => store.reset(owner), messages.resetDone);
  };
  return (
    <tr>
      <td>
        {name}
        {is_self && messages.me}
      </td>
      <td>{phone}</td>
      <td>{enrolled_at === null ? messages.off : messages.on(formatTimestamp(enrolled_at))}</td>
      <td>{enrolled_at === null ? "" : recovery_codes_left}</td>
      <td>
        {!is_self && enrolled_at !== null && (
          <RowButton text={messages.reset} name={messages.resetOf(name)} onPress={() => void reset()} />
        )}
      </td>
    </tr>
  );
}
