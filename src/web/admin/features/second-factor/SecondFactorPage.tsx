import { Button, type TableColumnsType } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { SecondFactorStatus } from "#contract/staff/admin/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { withCode } from "../../ui/CodePrompt.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { Enrolment } from "./Enrolment.tsx";
import { secondFactorStore } from "./SecondFactorStore.ts";
import { secondFactorMessages } from "./secondFactorMessages.ts";

const messages = secondFactorMessages.page;
const titles = Object.values(messages.columns);

const columns: TableColumnsType<SecondFactorStatus> = [
  { title: titles[0], render: (_, { name, is_self }) => `${name}${is_self ? messages.me : ""}` },
  { title: titles[1], dataIndex: "phone" },
  {
    title: titles[2],
    render: (_, { enrolled_at }) =>
      enrolled_at === null ? messages.off : messages.on(formatTimestamp(enrolled_at)),
  },
  {
    title: titles[3],
    render: (_, { enrolled_at, recovery_codes_left }) => enrolled_at !== null && recovery_codes_left,
  },
  {
    title: titles[4],
    render: (_, owner) => !owner.is_self && owner.enrolled_at !== null && <ResetButton owner={owner} />,
  },
];

/**
 * `/admin/second-factor`: second-factor status of all admins, binding one's own app, and resetting a
 * colleague's.
 */
export function SecondFactorPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
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
          <Button
            type="primary"
            onClick={() => void runWithToast(async () => setTicket(await store.createTicket()))}
          >
            {messages.enrol}
          </Button>
        )}
      </PageHeader>
      <DataTable
        list={store.owners}
        columns={columns}
        rowKey={({ staff_id }) => staff_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
      {ticket !== undefined && (
        <Dialog title={secondFactorMessages.enrolTitle} onClose={() => setTicket(undefined)}>
          <Enrolment ticket={ticket} onDone={done} />
        </Dialog>
      )}
    </>
  );
});

function ResetButton({ owner }: { owner: SecondFactorStatus }) {
  const store = useAdminStore(secondFactorStore);
  const { name } = owner;
  const reset = async () => {
    const question = {
      title: messages.resetTitle(name),
      message: messages.resetText,
      confirmText: messages.reset,
    };
    if (await confirm(question))
      await runWithToast(() => withCode((code) => store.reset(owner, code)), messages.resetDone);
  };
  return <RowButton text={messages.reset} name={messages.resetOf(name)} onPress={() => void reset()} />;
}
