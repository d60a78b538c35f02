import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { FailedRefund } from "#contract/order-admin/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { ReasonDialog } from "../features/refund/ReasonDialog.tsx";
import { messages } from "../messages.ts";
import { officeMessages } from "../officeMessages.ts";
import { attempt } from "../parts/attempt.ts";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { useLiveReload } from "../parts/useLiveReload.ts";
import { usePaged } from "../parts/usePaged.ts";
import { refundMessages } from "../refundMessages.ts";
import { failedRefundStore } from "../stores/FailedRefundStore.ts";
import { RolePage } from "./RolePage.tsx";

const words = refundMessages.failed;
const { columns } = words;
const noteMax = 200;

/** `/admin/failed-refunds`: refunds that the provider did not carry out, for a person to decide. */
export function FailedRefundsPage() {
  return (
    <RolePage roles={["agent", "admin"]} forbidden={officeMessages.forbiddenToStores}>
      <FailedRefunds />
    </RolePage>
  );
}

const FailedRefunds = observer(function FailedRefunds() {
  const { refunds } = useAdminStore(failedRefundStore);
  const reload = usePaged(refunds, words.failed);
  useLiveReload("failed_refund", reload);
  return (
    <>
      <PageHead title={messages.titles.failedRefunds} note={words.note} />
      <EndlessList
        list={refunds}
        failed={words.failed}
        empty={<EmptyState text={words.empty} />}
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
              {refunds.items.map((one) => (
                <Row key={one.refund_no} refund={one} />
              ))}
            </tbody>
          </table>
        </div>
      </EndlessList>
    </>
  );
});

function Row({ refund }: { refund: FailedRefund }) {
  const address = `/admin/customer-service?user=${encodeURIComponent(refund.user_id)}&order=${encodeURIComponent(refund.order_id)}`;
  return (
    <tr>
      <td>
        {refund.order_no} <span className={table.soft}>{refund.restaurant_name}</span>
      </td>
      <td>
        <AppLink to={address}>{refund.customer_name || words.customer}</AppLink>
      </td>
      <td className={table.number}>{sumOf(refund)}</td>
      <td>
        {refund.failure_text} <span className={table.soft}>{refund.failure}</span>
      </td>
      <td className={table.moment}>{chinaMoment(refund.failed_at)}</td>
      <td>
        <Acts refund={refund} />
      </td>
    </tr>
  );
}

function sumOf({ money, points }: FailedRefund): string {
  return customerMessages.orders.givenBack(formatYuan(money), points);
}

const Acts = observer(function Acts({ refund }: { refund: FailedRefund }) {
  const store = useAdminStore(failedRefundStore);
  const [isSettling, setIsSettling] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [keys] = useState(() => ({ retry: randomKey(), settle: randomKey() }));
  const money = sumOf(refund);
  const retry = async () => {
    const question = {
      title: words.retryTitle(money),
      message: words.retryText,
      confirmText: words.retry,
    };
    if (await confirm(question)) await attempt(() => store.retry(refund, keys.retry), words.retried);
  };
  const settle = async (note: string) => {
    setIsBusy(true);
    const isDone = await attempt(() => store.settle(refund, note, keys.settle), words.settled);
    setIsBusy(false);
    if (isDone) setIsSettling(false);
  };
  return (
    <>
      <RowButton text={words.retry} name={words.retryOf(refund.order_no)} onPress={() => void retry()} />
      <RowButton
        text={words.settle}
        name={words.settleOf(refund.order_no)}
        onPress={() => setIsSettling(true)}
      />
      {isSettling && (
        <ReasonDialog
          title={words.settleTitle(money)}
          text={words.settleText}
          label={words.settleReason}
          hint={words.settleHint}
          confirm={words.settle}
          maxLength={noteMax}
          isBusy={isBusy}
          onConfirm={(note) => void settle(note)}
          onClose={() => setIsSettling(false)}
        />
      )}
    </>
  );
});
