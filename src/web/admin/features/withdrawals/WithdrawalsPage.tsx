import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { StaffWithdrawal } from "#contract/withdrawal/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { confirm } from "#web/ui/notify.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffDirectoryStore } from "../../app/StaffDirectoryStore.ts";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup/RadioGroup.tsx";
import { RowButton } from "../../ui/RowButton/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import table from "../../ui/Table.module.css";
import { uiMessages } from "../../ui/uiMessages.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { RejectWithdrawalDialog } from "./RejectWithdrawalDialog.tsx";
import { withdrawalStore } from "./WithdrawalStore.ts";

const messages = backOfficeMessages.withdrawals;

/** `/admin/withdrawals`: withdrawals of customers, and the decisions about them. */
export function WithdrawalsPage() {
  return (
    <RequireRole roles={["agent", "admin"]} forbidden={backOfficeMessages.forbiddenToStores}>
      <Withdrawals />
    </RequireRole>
  );
}

const Withdrawals = observer(function Withdrawals() {
  const store = useAdminStore(withdrawalStore);
  const reload = usePaginatedList(store.withdrawals, messages.failed, store.state);
  return (
    <>
      <PageHeader title={adminMessages.titles.withdrawals} />
      <div className={table.filters}>
        <RadioGroup
          label={messages.label}
          options={messages.states}
          value={store.state}
          onChange={store.setState}
        />
      </div>
      <InfiniteList
        list={store.withdrawals}
        errorText={messages.failed}
        empty={<EmptyState text={messages.empty[store.state]} />}
        onReload={reload}
      >
        <WithdrawalTable />
      </InfiniteList>
    </>
  );
});

const WithdrawalTable = observer(function WithdrawalTable() {
  const store = useAdminStore(withdrawalStore);
  const { columns } = messages;
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{columns.who}</th>
            <th scope="col" className={table.number}>
              {columns.points}
            </th>
            <th scope="col" className={table.number}>
              {columns.amount}
            </th>
            <th scope="col">{columns.at}</th>
            <th scope="col">{store.state === "reviewing" ? columns.acts : columns.result}</th>
          </tr>
        </thead>
        <tbody>
          {store.withdrawals.items.map((withdrawal) => (
            <tr key={withdrawal.withdrawal_id}>
              <td>
                {withdrawal.name} <span className={table.soft}>{withdrawal.phone}</span>
              </td>
              <td className={table.number}>{withdrawal.points}</td>
              <td className={table.number}>{formatYuan(withdrawal.amount)}</td>
              <td className={table.moment}>{formatTimestamp(withdrawal.created_at)}</td>
              <td>
                {withdrawal.status === "reviewing" ? (
                  <RowActions withdrawal={withdrawal} />
                ) : (
                  <Result withdrawal={withdrawal} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

const Result = observer(function Result({ withdrawal }: { withdrawal: StaffWithdrawal }) {
  const { reason, reviewed_at, reviewed_by } = withdrawal;
  const directory = useAdminStore(staffDirectoryStore);
  const at = reviewed_at === null ? "" : formatTimestamp(reviewed_at);
  return (
    <>
      {reason}
      <p className={table.soft}>{[at, directory.findName(reviewed_by ?? "")].filter(Boolean).join(" · ")}</p>
    </>
  );
});

/** Actions of an admin on a withdrawal; read-only for other roles. */
const RowActions = observer(function RowActions({ withdrawal }: { withdrawal: StaffWithdrawal }) {
  const store = useAdminStore(withdrawalStore);
  const { staff } = useAdminStores();
  const [isRejecting, setIsRejecting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKeys] = useState(() => ({ pay: createIdempotencyKey(), reject: createIdempotencyKey() }));
  if (staff.me?.role !== "admin") return uiMessages.none;
  const { name, amount } = withdrawal;
  const pay = async () => {
    const title = messages.payTitle(formatYuan(amount));
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
        <RejectWithdrawalDialog
          name={name}
          isBusy={isBusy}
          onReject={(reason) => void reject(reason)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </>
  );
});
