import { Button, type TableColumnsType, Tag, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { IssuedVoucher } from "#contract/staff/admin/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { copyText } from "../../ui/copyText.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { StaffName } from "../../ui/StaffName.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { IssueVouchersDialog } from "./IssueVouchersDialog.tsx";
import { anyVoucher, voucherStore } from "./VoucherStore.ts";

const messages = staffPageMessages.vouchers;
const voucherStates = Object.entries(messages.states) as [IssuedVoucher["status"], string][];
const tagColors = { issued: "success", redeemed: "default", expired: "default", void: "error" };

const columns: TableColumnsType<IssuedVoucher> = [
  {
    title: messages.columns.title,
    render: (_, { title, number }) => (
      <>
        {title} <Typography.Text type="secondary">{number}</Typography.Text>
      </>
    ),
  },
  { title: messages.columns.partner, dataIndex: "partner" },
  {
    title: messages.columns.status,
    render: (_, { status }) => <Tag color={tagColors[status]}>{messages.states[status]}</Tag>,
  },
  {
    title: messages.columns.issued,
    render: (_, { created_at, issued_by }) => (
      <>
        {formatTimestamp(created_at)} <StaffName id={issued_by} />
      </>
    ),
  },
  { title: messages.columns.expires, render: (_, { expires_at }) => formatTimestamp(expires_at) },
  {
    title: messages.columns.acts,
    render: (_, voucher) => voucher.status === "issued" && <RowActions voucher={voucher} />,
  },
];

/** `/admin/vouchers`: meals sold by partners, each with its link, and issuing new ones. */
export function VouchersPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Vouchers />
    </RequireRole>
  );
}

const Vouchers = observer(function Vouchers() {
  const store = useAdminStore(voucherStore);
  const { vouchers } = store;
  const [isIssuing, setIsIssuing] = useState(false);
  const [filter, setFilter, key] = useQueryFilter(store, anyVoucher);
  const reload = usePaginatedList(vouchers, messages.failed, useDebouncedValue(key));
  return (
    <>
      <PageHeader title={adminMessages.titles.vouchers} note={messages.note}>
        <Button type="primary" onClick={() => setIsIssuing(true)}>
          {messages.open}
        </Button>
      </PageHeader>
      <DataTable
        name="vouchers"
        filters={
          <ListFilters filter={filter} empty={anyVoucher} onChange={setFilter}>
            <SelectFilter
              label={messages.columns.status}
              value={filter.status}
              any={messages.anyStatus}
              options={voucherStates}
              onChange={(status) => setFilter({ status })}
            />
            <SearchInput
              label={messages.search}
              value={filter.keyword}
              onChange={(keyword) => setFilter({ keyword })}
            />
            <DayFilter filter={filter} onChange={setFilter} />
          </ListFilters>
        }
        files={<ListFileButtons list="vouchers" query={{ ...filter, keyword: filter.keyword.trim() }} />}
        list={vouchers}
        columns={columns}
        rowKey={({ number }) => number}
        errorText={messages.failed}
        emptyText={Object.values(filter).join("") === "" ? messages.empty : messages.noneFound}
        onReload={reload}
      />
      {isIssuing && <IssueVouchersDialog onClose={() => setIsIssuing(false)} />}
    </>
  );
});

function RowActions({ voucher }: { voucher: IssuedVoucher }) {
  const store = useAdminStore(voucherStore);
  const voidVoucher = async () => {
    if (await confirm({ title: messages.endTitle, message: messages.endText, confirmText: messages.end }))
      await runWithToast(() => store.end(voucher), messages.ended);
  };
  return (
    <>
      <RowButton
        text={messages.copy}
        name={messages.copyOf(voucher.number)}
        onPress={() => void copyText(voucher.link)}
      />
      <RowButton
        text={messages.end}
        name={messages.endOf(voucher.number)}
        onPress={() => void voidVoucher()}
      />
    </>
  );
}
