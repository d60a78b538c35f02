import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { FailedRefund } from "#contract/staff/order/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { confirm } from "#web/ui/notify.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import table from "../../ui/Table.module.css";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import { failedRefundStore } from "./FailedRefundStore.ts";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { refundMessages } from "./refundMessages.ts";

const messages = refundMessages.failed;
const { columns } = messages;
const noteMax = 200;

/** `/admin/failed-refunds`: refunds that the provider did not carry out, for staff to decide. */
export function FailedRefundsPage() {
  return (
    <RequireRole roles={["agent", "admin"]} forbidden={backOfficeMessages.forbiddenToStores}>
      <FailedRefunds />
    </RequireRole>
  );
}

const FailedRefunds = observer(function FailedRefunds() {
  const { refunds } = useAdminStore(failedRefundStore);
  const reload = usePaginatedList(refunds, messages.failed);
  useReloadOnEvent("failed_refund", reload);
  return (
    <>
      <PageHeader title={adminMessages.titles.failedRefunds} note={messages.note} />
      <InfiniteList
        list={refunds}
        errorText={messages.failed}
        empty={<EmptyState text={messages.empty} />}
        onReload={reload}
      >
        <div className={table.frame}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{columns.order}</th>
                <th scope="col">{columns.who}</th>
                <th scope="col" className={table.number}>
                  {columns.money}
                </th>
                <th scope="col">{columns.why}</th>
                <th scope="col">{columns.at}</th>
                <th scope="col">{columns.acts}</th>
              </tr>
            </thead>
            <tbody>
              {refunds.items.map((refund) => (
                <Row key={refund.refund_no} refund={refund} />
              ))}
            </tbody>
          </table>
        </div>
      </InfiniteList>
    </>
  );
});

function Row({ refund }: { refund: FailedRefund }) {
  const conversationPath = `/admin/customer-service?user=${encodeURIComponent(refund.user_id)}&order=${encodeURIComponent(refund.order_id)}`;
  return (
    <tr>
      <td>
        {refund.order_no} <span className={table.soft}>{refund.restaurant_name}</span>
      </td>
      <td>
        <AppLink to={conversationPath}>{refund.customer_name || messages.customer}</AppLink>
      </td>
      <td className={table.number}>{formatSum(refund)}</td>
      <td>
        {refund.failure_text} <span className={table.soft}>{refund.failure}</span>
      </td>
      <td className={table.moment}>{formatTimestamp(refund.failed_at)}</td>
      <td>
        <RowActions refund={refund} />
      </td>
    </tr>
  );
}

function formatSum({ money, points }: FailedRefund): string {
  return customerMessages.orders.givenBack(formatYuan(money), points);
}

const RowActions = observer(function RowActions({ refund }: { refund: FailedRefund }) {
  const store = useAdminStore(failedRefundStore);
  const [isSettling, setIsSettling] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKeys] = useState(() => ({
    retry: createIdempotencyKey(),
    settle: createIdempotencyKey(),
  }));
  const money = formatSum(refund);
  const retry = async () => {
    const question = {
      title: messages.retryTitle(money),
      message: messages.retryText,
      confirmText: messages.retry,
    };
    if (await confirm(question))
      await runWithToast(() => store.retry(refund, idempotencyKeys.retry), messages.retried);
  };
  const settle = async (note: string) => {
    setIsBusy(true);
    const isDone = await runWithToast(
      () => store.settle(refund, note, idempotencyKeys.settle),
      messages.settled,
    );
    setIsBusy(false);
    if (isDone) setIsSettling(false);
  };
  return (
    <>
      <RowButton
        text={messages.retry}
        name={messages.retryOf(refund.order_no)}
        onPress={() => void retry()}
      />
      <RowButton
        text={messages.settle}
        name={messages.settleOf(refund.order_no)}
        onPress={() => setIsSettling(true)}
      />
      {isSettling && (
        <ReasonDialog
          title={messages.settleTitle(money)}
          text={messages.settleText}
          label={messages.settleReason}
          hint={messages.settleHint}
          confirm={messages.settle}
          maxLength={noteMax}
          isBusy={isBusy}
          onConfirm={(note) => void settle(note)}
          onClose={() => setIsSettling(false)}
        />
      )}
    </>
  );
});
