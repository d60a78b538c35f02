import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { FactorOwner } from "#contract/head-office/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { factorMessages } from "../factorMessages.ts";
import { Enrolment } from "../features/factor/Enrolment.tsx";
import { messages } from "../messages.ts";
import { officeMessages } from "../officeMessages.ts";
import { attempt } from "../parts/attempt.ts";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaged } from "../parts/usePaged.ts";
import { factorStore } from "../stores/FactorStore.ts";
import { RolePage } from "./RolePage.tsx";

const words = factorMessages.page;

/** `/admin/second-factor`: which admins log in with a second step, binding the own app, and resetting a colleague's. */
export function SecondFactorPage() {
  return (
    <RolePage roles={["admin"]} forbidden={officeMessages.forbidden}>
      <Owners />
    </RolePage>
  );
}

const Owners = observer(function Owners() {
  const store = useAdminStore(factorStore);
  const reload = usePaged(store.owners, words.failed);
  const [ticket, setTicket] = useState<string>();
  const mine = store.owners.items.find(({ is_self }) => is_self);
  const done = () => {
    setTicket(undefined);
    void reload();
  };
  return (
    <>
      <PageHead
        title={messages.titles.secondFactor}
        note={store.isRequired ? words.required : words.optional}
      >
        {mine?.enrolled_at === null && (
          <Button onPress={() => void attempt(async () => setTicket(await store.ticket()))}>
            {words.enrol}
          </Button>
        )}
      </PageHead>
      <EndlessList
        list={store.owners}
        failed={words.failed}
        empty={<EmptyState text={words.empty} />}
        onReload={reload}
      >
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
              {store.owners.items.map((owner) => (
                <Owner key={owner.staff_id} owner={owner} />
              ))}
            </tbody>
          </table>
        </div>
      </EndlessList>
      {ticket !== undefined && (
        <Dialog title={factorMessages.enrolTitle} onClose={() => setTicket(undefined)}>
          <Enrolment ticket={ticket} onDone={done} />
        </Dialog>
      )}
    </>
  );
});

function Owner({ owner }: { owner: FactorOwner }) {
  const store = useAdminStore(factorStore);
  const { name, phone, enrolled_at, recovery_codes_left, is_self } = owner;
  const reset = async () => {
    const question = { title: words.resetTitle(name), message: words.resetText, confirmText: words.reset };
    if (await confirm(question)) await attempt(() => store.reset(owner), words.resetDone);
  };
  return (
    <tr>
      <td>
        {name}
        {is_self && words.me}
      </td>
      <td>{phone}</td>
      <td>{enrolled_at === null ? words.off : words.on(chinaMoment(enrolled_at))}</td>
      <td>{enrolled_at === null ? "" : recovery_codes_left}</td>
      <td>
        {!is_self && enrolled_at !== null && (
          <RowButton text={words.reset} name={words.resetOf(name)} onPress={() => void reset()} />
        )}
      </td>
    </tr>
  );
}
