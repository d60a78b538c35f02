import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { StaffWithdrawal } from "#contract/withdrawal/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { createIdempotencyKey } from "#web/shared/randomKey.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { RejectWithdrawalDialog } from "../features/office/RejectWithdrawal.tsx";
import { adminMessages } from "../messages.ts";
import { backOfficeMessages } from "../officeMessages.ts";
import { uiMessages } from "../partMessages.ts";
import { runWithToast } from "../parts/attempt.ts";
import { RadioGroup } from "../parts/Choice.tsx";
import { formatTimestamp } from "../parts/chinaMoment.ts";
import { PageHeader } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaginatedList } from "../parts/usePaged.ts";
import { staffDirectoryStore } from "../stores/ColleagueStore.ts";
import { withdrawalStore } from "../stores/WithdrawalStore.ts";
import { RequireRole } from "./RolePage.tsx";

const messages = backOfficeMessages.withdrawals;

/** `/admin/withdrawals`: points that customers want paid out, and what was answered. */
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

/** What an admin can do with a withdrawal; others only look. */
const RowActions = observer(function RowActions({ withdrawal }: { withdrawal: StaffWithdrawal }) {
  const store = useAdminStore(withdrawalStore);
  const { staff } = useAdminStores();
  const [isRejecting, setIsRejecting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [keys] = useState(() => ({ pay: createIdempotencyKey(), reject: createIdempotencyKey() }));
  if (staff.me?.role !== "admin") return uiMessages.none;
  const { name, amount } = withdrawal;
  const pay = async () => {
    const title = messages.payTitle(formatYuan(amount));
    if (!(await confirm({ title, message: messages.payText, confirmText: messages.pay }))) return;
    await runWithToast(
      () => store.review(withdrawal, { approve: true, reason: "", key: keys.pay }),
      messages.paid,
    );
  };
  const reject = async (reason: string) => {
    setIsBusy(true);
    const review = { approve: false, reason, key: keys.reject };
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
