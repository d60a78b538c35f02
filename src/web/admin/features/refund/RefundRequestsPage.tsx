import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { RefundReview } from "#contract/staff/order/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { InfiniteList } from "#web/ui/InfiniteList/InfiniteList.tsx";
import { confirm } from "#web/ui/notify.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { PageHeader } from "../../ui/PageHeader/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import table from "../../ui/Table.module.css";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { restaurantRefundRequestStore } from "./RestaurantRefundRequestStore.ts";
import { refundMessages } from "./refundMessages.ts";

const messages = refundMessages.requests;
const { columns } = messages;
const reasonMax = 100;

/**
 * `/admin/refund-requests`: refund requests for orders of a restaurant; can be answered here if the chain
 * allows it.
 */
export function RefundRequestsPage() {
  return (
    <RequireRole roles={["store", "admin"]} forbidden={refundMessages.forbiddenToAgents}>
      <RefundRequests />
    </RequireRole>
  );
}

const RefundRequests = observer(function RefundRequests() {
  const { requests } = useAdminStore(restaurantRefundRequestStore);
  const reload = usePaginatedList(requests, messages.failed);
  useReloadOnEvent("refund_request", reload);
  return (
    <>
      <PageHeader title={adminMessages.titles.storeRequests} note={messages.note} />
      <InfiniteList
        list={requests}
        errorText={messages.failed}
        empty={<EmptyState text={messages.empty} />}
        onReload={reload}
      >
        <div className={table.frame}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{columns.order}</th>
                <th scope="col">{columns.why}</th>
                <th scope="col" className={table.number}>
                  {columns.money}
                </th>
                <th scope="col">{columns.at}</th>
                <th scope="col">{columns.state}</th>
              </tr>
            </thead>
            <tbody>
              {requests.items.map((refundCase) => (
                <Row key={refundCase.request_id} one={refundCase} />
              ))}
            </tbody>
          </table>
        </div>
      </InfiniteList>
    </>
  );
});

const Row = observer(function Row({ one }: { one: RefundReview }) {
  const { canAnswer } = useAdminStore(restaurantRefundRequestStore);
  const { request } = one;
  return (
    <tr>
      <td>
        {one.order_no} <span className={table.soft}>{one.status_text}</span>
      </td>
      <td>{[request.reason, request.text].filter(Boolean).join(" · ")}</td>
      <td className={table.number}>{formatYuan(one.paid_amount)}</td>
      <td className={table.moment}>{formatTimestamp(request.created_at)}</td>
      <td>
        {messages.states[request.status]} <span className={table.soft}>{request.answer}</span>
        {canAnswer && request.status === "open" && <RowActions one={one} />}
      </td>
    </tr>
  );
});

const RowActions = observer(function RowActions({ one }: { one: RefundReview }) {
  const store = useAdminStore(restaurantRefundRequestStore);
  const [isRejecting, setIsRejecting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [idempotencyKeys] = useState(() => ({
    approve: createIdempotencyKey(),
    reject: createIdempotencyKey(),
  }));
  const approve = async () => {
    const title = messages.approveTitle(formatYuan(one.refundable_amount));
    const question = { title, message: messages.approveText, confirmText: messages.approve };
    if (!(await confirm(question))) return;
    const decision = { approve: true, reason: "", idempotencyKey: idempotencyKeys.approve };
    await runWithToast(() => store.answer(one, decision), messages.approved);
  };
  const reject = async (reason: string) => {
    setIsBusy(true);
    const decision = { approve: false, reason, idempotencyKey: idempotencyKeys.reject };
    const isDone = await runWithToast(() => store.answer(one, decision), messages.rejected);
    setIsBusy(false);
    if (isDone) setIsRejecting(false);
  };
  return (
    <>
      <RowButton
        text={messages.approve}
        name={messages.approveOf(one.order_no)}
        onPress={() => void approve()}
      />
      <RowButton
        text={messages.reject}
        name={messages.rejectOf(one.order_no)}
        onPress={() => setIsRejecting(true)}
      />
      {isRejecting && (
        <ReasonDialog
          title={messages.rejectTitle(one.order_no)}
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
