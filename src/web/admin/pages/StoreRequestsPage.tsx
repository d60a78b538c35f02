import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { RefundCase } from "#contract/order-admin/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { randomKey } from "#web/shared/randomKey.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { EndlessList } from "#web/shared/ui/EndlessList.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { ReasonDialog } from "../features/refund/ReasonDialog.tsx";
import { messages } from "../messages.ts";
import { attempt } from "../parts/attempt.ts";
import { chinaMoment } from "../parts/chinaMoment.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { RowButton } from "../parts/RowButton.tsx";
import table from "../parts/Table.module.css";
import { useLiveReload } from "../parts/useLiveReload.ts";
import { usePaged } from "../parts/usePaged.ts";
import { refundMessages } from "../refundMessages.ts";
import { storeRequestStore } from "../stores/StoreRequestStore.ts";
import { RolePage } from "./RolePage.tsx";

const words = refundMessages.requests;
const { columns } = words;
const reasonMax = 100;

/** `/admin/refund-requests`: what customers of a store want to have back; answered here when the chain lets stores. */
export function StoreRequestsPage() {
  return (
    <RolePage roles={["store", "admin"]} forbidden={refundMessages.forbiddenToAgents}>
      <StoreRequests />
    </RolePage>
  );
}

const StoreRequests = observer(function StoreRequests() {
  const { requests } = useAdminStore(storeRequestStore);
  const reload = usePaged(requests, words.failed);
  useLiveReload("refund_request", reload);
  return (
    <>
      <PageHead title={messages.titles.storeRequests} note={words.note} />
      <EndlessList
        list={requests}
        failed={words.failed}
        empty={<EmptyState text={words.empty} />}
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
              {requests.items.map((one) => (
                <Row key={one.request_id} one={one} />
              ))}
            </tbody>
          </table>
        </div>
      </EndlessList>
    </>
  );
});

const Row = observer(function Row({ one }: { one: RefundCase }) {
  const { canAnswer } = useAdminStore(storeRequestStore);
  const { request } = one;
  return (
    <tr>
      <td>
        {one.order_no} <span className={table.soft}>{one.status_text}</span>
      </td>
      <td>{[request.reason, request.text].filter(Boolean).join(" · ")}</td>
      <td className={table.number}>{formatYuan(one.paid_amount)}</td>
      <td className={table.moment}>{chinaMoment(request.created_at)}</td>
      <td>
        {words.states[request.status]} <span className={table.soft}>{request.answer}</span>
        {canAnswer && request.status === "open" && <Acts one={one} />}
      </td>
    </tr>
  );
});

const Acts = observer(function Acts({ one }: { one: RefundCase }) {
  const store = useAdminStore(storeRequestStore);
  const [isRejecting, setIsRejecting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [keys] = useState(() => ({ approve: randomKey(), reject: randomKey() }));
  const approve = async () => {
    const title = words.approveTitle(formatYuan(one.refundable_amount));
    const question = { title, message: words.approveText, confirmText: words.approve };
    if (!(await confirm(question))) return;
    const wish = { approve: true, reason: "", key: keys.approve };
    await attempt(() => store.answer(one, wish), words.approved);
  };
  const reject = async (reason: string) => {
    setIsBusy(true);
    const wish = { approve: false, reason, key: keys.reject };
    const isDone = await attempt(() => store.answer(one, wish), words.rejected);
    setIsBusy(false);
    if (isDone) setIsRejecting(false);
  };
  return (
    <>
      <RowButton text={words.approve} name={words.approveOf(one.order_no)} onPress={() => void approve()} />
      <RowButton
        text={words.reject}
        name={words.rejectOf(one.order_no)}
        onPress={() => setIsRejecting(true)}
      />
      {isRejecting && (
        <ReasonDialog
          title={words.rejectTitle(one.order_no)}
          text={words.rejectText}
          label={words.reason}
          hint={words.reasonHint}
          confirm={words.reject}
          maxLength={reasonMax}
          isBusy={isBusy}
          onConfirm={(reason) => void reject(reason)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </>
  );
});
