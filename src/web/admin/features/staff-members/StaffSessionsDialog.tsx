import { Button, type TableColumnsType } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { StaffMember } from "#contract/staff/member/schema.ts";
import type { LoginSession } from "#contract/user/schema.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { staffMemberStore } from "./StaffMemberStore.ts";
import { staffMemberMessages } from "./staffMemberMessages.ts";

const messages = staffMemberMessages.sessions;

const columns: TableColumnsType<LoginSession> = [
  {
    title: messages.columns.device,
    render: (_, { device, is_current }) => `${device}${is_current ? messages.current : ""}`,
  },
  { title: messages.columns.loggedIn, render: (_, { logged_in_at }) => formatTimestamp(logged_in_at) },
  { title: messages.columns.lastSeen, render: (_, { last_seen_at }) => formatTimestamp(last_seen_at) },
];

/** Lists the devices on which a member of staff is logged in, and ends all their sessions. */
export const StaffSessionsDialog = observer(function StaffSessionsDialog({
  member,
  onClose,
}: {
  member: StaffMember;
  onClose: () => void;
}) {
  const store = useAdminStore(staffMemberStore);
  const [sessions] = useState(() => store.listSessions(member.staff_id));
  const [isBusy, setIsBusy] = useState(false);
  const reload = usePaginatedList(sessions, messages.failed);
  const end = async () => {
    setIsBusy(true);
    await runWithToast(async () => success(messages.ended(await store.endSessions(member.staff_id))));
    setIsBusy(false);
    await reload();
  };
  const hasOthers = sessions.items.some(({ is_current }) => !is_current);
  const footer = (
    <>
      <Button onClick={onClose}>{commonMessages.close}</Button>
      <Button danger loading={isBusy} disabled={!hasOthers} onClick={() => void end()}>
        {member.is_self ? messages.endOthers : messages.endAll}
      </Button>
    </>
  );
  return (
    <Dialog title={messages.title(member.name)} onClose={onClose} footer={footer}>
      <DataTable
        list={sessions}
        columns={columns}
        rowKey={({ session_id }) => session_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
    </Dialog>
  );
});
