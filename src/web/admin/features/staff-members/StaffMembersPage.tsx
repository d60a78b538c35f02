import { Button, type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { StaffMember } from "#contract/staff/member/schema.ts";
import { staffRoles } from "#contract/staff/roles.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { StaffMemberDialog } from "./StaffMemberDialog.tsx";
import { allMembers, staffMemberStore } from "./StaffMemberStore.ts";
import { StaffSessionsDialog } from "./StaffSessionsDialog.tsx";
import { staffMemberMessages as messages } from "./staffMemberMessages.ts";

const { roles } = adminMessages.nav;

/** `/admin/staff`: who works here and as what, and on which devices they are logged in. */
export function StaffMembersPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <StaffMembers />
    </RequireRole>
  );
}

/** Dialog that is open: of a member, or with null the form for a new one. */
type OpenDialog = { kind: "form"; member: StaffMember | null } | { kind: "sessions"; member: StaffMember };

const StaffMembers = observer(function StaffMembers() {
  const store = useAdminStore(staffMemberStore);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [filter, setFilter, key] = useQueryFilter(store, allMembers);
  const reload = usePaginatedList(store.members, messages.failed, useDebouncedValue(key));
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader title={adminMessages.titles.staff}>
        <Button type="primary" onClick={() => setOpen({ kind: "form", member: null })}>
          {messages.add}
        </Button>
      </PageHeader>
      <DataTable
        name="staff"
        filters={
          <ListFilters filter={filter} empty={allMembers} onChange={setFilter}>
            <RadioGroup
              label={messages.states.label}
              options={[
                { value: "", text: messages.states.working },
                { value: "dismissed", text: messages.states.dismissed },
              ]}
              value={filter.state}
              onChange={(state) => setFilter({ state })}
            />
            <SelectFilter
              label={messages.columns.role}
              value={filter.role}
              any={messages.anyRole}
              options={staffRoles.map((role) => [role, roles[role]] as const)}
              onChange={(role) => setFilter({ role })}
              width={120}
            />
            <SearchInput
              label={messages.search}
              value={filter.keyword}
              onChange={(keyword) => setFilter({ keyword })}
            />
          </ListFilters>
        }
        files={<ListFileButtons list="staff" query={store.query} />}
        list={store.members}
        columns={columnsOf(setOpen)}
        rowKey={({ staff_id }) => staff_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
      {open?.kind === "form" && <StaffMemberDialog member={open.member} onClose={close} />}
      {open?.kind === "sessions" && <StaffSessionsDialog member={open.member} onClose={close} />}
    </>
  );
});

function columnsOf(onOpen: (dialog: OpenDialog) => void): TableColumnsType<StaffMember> {
  const { columns } = messages;
  return [
    {
      title: columns.name,
      render: (_, { name, is_self }) => (
        <>
          {name}
          {is_self && <Typography.Text type="secondary">{messages.self}</Typography.Text>}
        </>
      ),
    },
    { title: columns.phone, dataIndex: "phone" },
    { title: columns.role, render: (_, member) => messages.position(member, roles) },
    {
      title: columns.lastLogin,
      render: (_, { last_login_at }) =>
        last_login_at === null ? (
          <Typography.Text type="secondary">{messages.neverLoggedIn}</Typography.Text>
        ) : (
          formatTimestamp(last_login_at)
        ),
    },
    {
      title: columns.sessions,
      render: (_, member) => (
        <RowButton
          text={messages.devices(member.sessions)}
          name={messages.sessionsOf(member.name, member.sessions)}
          onPress={() => onOpen({ kind: "sessions", member })}
        />
      ),
    },
    { title: columns.acts, render: (_, member) => <RowActions member={member} onOpen={onOpen} /> },
  ];
}

function RowActions({ member, onOpen }: { member: StaffMember; onOpen: (dialog: OpenDialog) => void }) {
  const store = useAdminStore(staffMemberStore);
  const { name, staff_id, is_self, dismissed_at } = member;
  const edit = () => onOpen({ kind: "form", member });
  const dismiss = async () => {
    const question = {
      title: messages.dismissTitle(name),
      message: messages.dismissText,
      confirmText: messages.dismiss,
    };
    if (await confirm(question)) await runWithToast(() => store.dismiss(staff_id), messages.dismissed(name));
  };
  if (dismissed_at !== null)
    return <RowButton text={messages.takeBack} name={messages.takeBackOf(name)} onPress={edit} />;
  return (
    <>
      <RowButton text={messages.edit} name={messages.editOf(name)} onPress={edit} />
      {!is_self && (
        <RowButton text={messages.dismiss} name={messages.dismissOf(name)} onPress={() => void dismiss()} />
      )}
    </>
  );
}
