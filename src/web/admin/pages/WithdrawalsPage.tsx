import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { ReviewedWithdrawal } from "#contract/withdrawal/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { RejectWithdrawal } from "../features/office/RejectWithdrawal.tsx";
import { messages } from "../messages.ts";
import { officeMessages } from "../officeMessages.ts";
import { partMessages } from "../partMessages.ts";
import { attempt } from "../parts/attempt.ts";
import { Choice } from "../parts/Choice.tsx";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { usePaged } from "../parts/usePaged.ts";
import { colleagueStore } from "../stores/ColleagueStore.ts";
import { withdrawalStore } from "../stores/WithdrawalStore.ts";
import { RolePage } from "./RolePage.tsx";

const words = officeMessages.withdrawals;

/** `/admin/withdrawals`: points that customers want paid out, and what was answered. */
export function WithdrawalsPage() {
  return (
    <RolePage roles={["agent", "admin"]} forbidden={officeMessages.forbiddenToStores}>
      <Withdrawals />
    </RolePage>
  );
}

const Withdrawals = observer(function Withdrawals() {
  const store = useAdminStore(withdrawalStore);
  const reload = usePaged(store.withdrawals, words.failed, store.state);
  return (
    <>
      <PageHead title={messages.titles.withdrawals} />
      <div className={table.filters}>
        <Choice label={words.label} options={words.states} value={store.state} onChange={store.setState} />
      </div>
      <EndlessList
        list={store.withdrawals}
        failed={words.failed}
        empty={<EmptyState text={words.empty[store.state]} />}
        onReload={reload}
      >
        <WithdrawalTable />
      </EndlessList>
    </>
  );
});

const WithdrawalTable = observer(function WithdrawalTable() {
  const store = useAdminStore(withdrawalStore);
  const { columns } = words;
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
          {store.withdrawals.items.map((one) => (
            <tr key={one.withdrawal_id}>
              <td>
                {one.name} <span className={table.soft}>{one.phone}</span>
              </td>
              <td className={table.number}>{one.points}</td>
              <td className={table.number}>{formatYuan(one.amount)}</td>
              <td className={table.moment}>{chinaMoment(one.created_at)}</td>
              <td>{one.status === "reviewing" ? <Acts withdrawal={one} /> : <Result withdrawal={one} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

const Result = observer(function Result({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const { reason, reviewed_at, reviewed_by } = withdrawal;
  const colleagues = useAdminStore(colleagueStore);
  const at = reviewed_at === null ? "" : chinaMoment(reviewed_at);
  return (
    <>
      {reason}
      <p className={table.soft}>{[at, colleagues.nameOf(reviewed_by ?? "")].filter(Boolean).join(" · ")}</p>
    </>
  );
});

/** What an admin can do with a withdrawal; others only look. */
const Acts = observer(function Acts({ withdrawal }: { withdrawal: ReviewedWithdrawal }) {
  const store = useAdminStore(withdrawalStore);
  const { staff } = useAdminStores();
  const [isRejecting, setIsRejecting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [keys] = useState(() => ({ pay: randomKey(), reject: randomKey() }));
  if (staff.me?.role !== "admin") return partMessages.none;
  const { name, amount } = withdrawal;
  const pay = async () => {
    const title = words.payTitle(formatYuan(amount));
    if (!(await confirm({ title, message: words.payText, confirmText: words.pay }))) return;
    await attempt(() => store.review(withdrawal, { approve: true, reason: "", key: keys.pay }), words.paid);
  };
  const reject = async (reason: string) => {
    setIsBusy(true);
    const wish = { approve: false, reason, key: keys.reject };
    const isDone = await attempt(() => store.review(withdrawal, wish), words.rejected);
    setIsBusy(false);
    if (isDone) setIsRejecting(false);
  };
  return (
    <>
      <RowButton text={words.pay} name={words.payOf(name)} onPress={() => void pay()} />
      <RowButton text={words.reject} name={words.rejectOf(name)} onPress={() => setIsRejecting(true)} />
      {isRejecting && (
        <RejectWithdrawal
          name={name}
          isBusy={isBusy}
          onReject={(reason) => void reject(reason)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </>
  );
});
