import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { SecondFactorStatus } from "#contract/head-office/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { secondFactorMessages } from "../factorMessages.ts";
import { Enrolment } from "../features/factor/Enrolment.tsx";
import { adminMessages } from "../messages.ts";
import { backOfficeMessages } from "../officeMessages.ts";
import { runWithToast } from "../parts/attempt.ts";
import { formatTimestamp } from "../parts/chinaMoment.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { PageHeader } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaginatedList } from "../parts/usePaged.ts";
import { secondFactorStore } from "../stores/FactorStore.ts";
import { RequireRole } from "./RolePage.tsx";

const messages = secondFactorMessages.page;

/** `/admin/second-factor`: which admins log in with a second step, binding the own app, and resetting a colleague's. */
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
