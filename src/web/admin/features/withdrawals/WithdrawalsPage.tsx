import { type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { StaffWithdrawal } from "#contract/withdrawal/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable, sortedColumn } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters } from "../../ui/ListFilters.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { StaffName } from "../../ui/StaffName.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import {
  openWithdrawals,
  toWithdrawalSort,
  type WithdrawalFilter,
  withdrawalStore,
} from "./WithdrawalStore.ts";

const messages = staffPageMessages.withdrawals;
const reasonMax = 100;

/** `/admin/withdrawals`: withdrawals of customers, and the decisions about them. */
export function WithdrawalsPage() {
  return (
    <RequireRole roles={["agent", "admin"]} forbidden={staffPageMessages.forbiddenToStores}>
      <Withdrawals />
    </RequireRole>
  );
}

const Withdrawals = observer(function Withdrawals() {
  const store = useAdminStore(withdrawalStore);
  const { staff } = useAdminStores();
  const [filter, setFilter, key] = useQueryFilter(store, openWithdrawals);
  const reload = usePaginatedList(store.withdrawals, messages.failed, key);
  return (
    <>
      <PageHeader title={adminMessages.titles.withdrawals} />
      <DataTable
        name="withdrawals"
        filters={
          <ListFilters filter={filter} empty={{ ...filter, from: "", until: "" }} onChange={setFilter}>
            <RadioGroup
              label={messages.label}
              options={messages.states}
              value={filter.state}
              onChange={(state) => setFilter({ state })}
            />
            <DayFilter filter={filter} onChange={setFilter} />
          </ListFilters>
        }
        files={
          staff.me?.role === "admin" && (
            <ListFileButtons
              list="withdrawals"
              query={{ status: filter.state, from: filter.from, until: filter.until }}
            />
          )
        }
        list={store.withdrawals}
        columns={columnsOf(filter)}
        rowKey={({ withdrawal_id }) => withdrawal_id}
        errorText={messages.failed}
        emptyText={messages.empty[filter.state]}
        onReload={reload}
        onSort={(sorted) =>
          setFilter({
            sort: toWithdrawalSort(sorted?.sort ?? ""),
            order: sorted?.order ?? openWithdrawals.order,
          })
        }
      />
    </>
  );
});

function columnsOf({ state, sort, order }: WithdrawalFilter): TableColumnsType<StaffWithdrawal> {
  const { columns } = messages;
  const sortedBy = (key: WithdrawalFilter["sort"]) => sortedColumn(key, sort === key ? order : null);
  return [
    {
      title: columns.who,
      render: (_, { name, phone }) => (
        <>
          {name} <Typography.Text type="secondary">{phone}</Typography.Text>
        </>
      ),
    },
    { title: columns.points, dataIndex: "points", align: "right", ...sortedBy("points") },
    { title: columns.amount, align: "right", render: (_, { amount }) => formatYuan(amount) },
    {
      title: columns.at,
      render: (_, { created_at }) => formatTimestamp(created_at),
      ...sortedBy("created_at"),
    },
    {
      title: state === "reviewing" ? columns.acts : columns.result,
      render: (_, withdrawal) =>
        withdrawal.status === "reviewing" ? (
          <RowActions withdrawal={withdrawal} />
        ) : (
          <Result withdrawal={withdrawal} />
        ),
    },
  ];
}

function Result({ withdrawal }: { withdrawal: StaffWithdrawal }) {
  const { reason, reviewed_at, reviewed_by } = withdrawal;
  return (
    <>
      {reason}{" "}
      <Typography.Text type="secondary">
        {reviewed_at !== null && formatTimestamp(reviewed_at)} <StaffName id={reviewed_by ?? ""} />
      </Typography.Text>
    </>
  );
}

/** Actions of an admin on a withdrawal; read-only for other roles. */
const RowActions = observer(function RowActions({ withdrawal }: { withdrawal: StaffWithdrawal }) {
  const store = useAdminStore(withdrawalStore);
  const { staff } = useAdminStores();
  const [isRejecting, setIsRejecting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKeys] = useState(() => ({ pay: createIdempotencyKey(), reject: createIdempotencyKey() }));
  if (staff.me?.role !== "admin") return uiMessages.none;
  const { amount } = withdrawal;
  // Many customers have no name.
  const name = withdrawal.name || withdrawal.phone;
  const pay = async () => {
    const title = messages.payTitle(formatYuan(amount), name);
    if (!(await confirm({ title, message: messages.payText, confirmText: messages.pay }))) return;
    await runWithToast(
      () => store.review(withdrawal, { approve: true, reason: "", idempotencyKey: idempotencyKeys.pay }),
      messages.paid,
    );
  };
  const reject = async (reason: string) => {
    setIsBusy(true);
    const review = { approve: false, reason, idempotencyKey: idempotencyKeys.reject };
    const isDone = await runWithToast(() => store.review(withdrawal, review), messages.rejected);
    setIsBusy(false);
    if (isDone) setIsRejecting(false);
  };
  return (
    <>
      <RowButton text={messages.pay} name={messages.payOf(name)} onPress={() => void pay()} />
      <RowButton text={messages.reject} name={messages.rejectOf(name)} onPress={() => setIsRejecting(true)} />
      {isRejecting && (
        <ReasonDialog
          title={messages.rejectTitle(name)}
          text={messages.rejectText}
          label={messages.reason}
          hint={messages.reasonHint}
          confirm={messages.reject}
          maxLength={reasonMax}
          isBusy={isBusy}
          onConfirm={(reason) => void reject(reason)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </>
  );
});
