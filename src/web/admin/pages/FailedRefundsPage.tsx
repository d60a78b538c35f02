import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { FailedRefund } from "#contract/order-admin/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { createIdempotencyKey } from "#web/shared/randomKey.ts";
import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { InfiniteList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { ReasonDialog } from "../features/refund/ReasonDialog.tsx";
import { adminMessages } from "../messages.ts";
import { backOfficeMessages } from "../officeMessages.ts";
import { runWithToast } from "../parts/attempt.ts";
import { formatTimestamp } from "../parts/chinaMoment.ts";
import { PageHeader } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { useReloadOnEvent } from "../parts/useLiveReload.ts";
import { usePaginatedList } from "../parts/usePaged.ts";
import { refundMessages } from "../refundMessages.ts";
import { failedRefundStore } from "../stores/FailedRefundStore.ts";
import { RequireRole } from "./RolePage.tsx";

const messages = refundMessages.failed;
const { columns } = messages;
const noteMax = 200;

/** `/admin/failed-refunds`: refunds that the provider did not carry out, for a person to decide. */
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
  const [keys] = useState(() => ({ retry: createIdempotencyKey(), settle: createIdempotencyKey() }));
  const money = formatSum(refund);
  const retry = async () => {
    const question = {
      title: messages.retryTitle(money),
      message: messages.retryText,
      confirmText: messages.retry,
    };
    if (await confirm(question)) await runWithToast(() => store.retry(refund, keys.retry), messages.retried);
  };
  const settle = async (note: string) => {
    setIsBusy(true);
    const isDone = await runWithToast(() => store.settle(refund, note, keys.settle), messages.settled);
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
