import { type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { FailedRefund } from "#contract/staff/order/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters } from "../../ui/ListFilters.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { RestaurantFilter } from "../../ui/RestaurantFilter.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import { anyFailedRefund, failedRefundStore } from "./FailedRefundStore.ts";
import { refundMessages } from "./refundMessages.ts";

const messages = refundMessages.failed;
const { columns } = messages;
const noteMax = 200;

const tableColumns: TableColumnsType<FailedRefund> = [
  {
    title: columns.order,
    render: (_, { order_no, restaurant_name }) => (
      <>
        {order_no} <Typography.Text type="secondary">{restaurant_name}</Typography.Text>
      </>
    ),
  },
  { title: columns.who, render: (_, refund) => <CustomerLink refund={refund} /> },
  { title: columns.money, align: "right", render: (_, refund) => formatSum(refund) },
  {
    title: columns.why,
    render: (_, { failure_text, failure }) => (
      <>
        {failure_text} <Typography.Text type="secondary">{failure}</Typography.Text>
      </>
    ),
  },
  { title: columns.at, render: (_, { failed_at }) => formatTimestamp(failed_at) },
  { title: columns.acts, render: (_, refund) => <RowActions refund={refund} /> },
];

/** `/admin/failed-refunds`: refunds that the provider did not carry out, for staff to decide. */
export function FailedRefundsPage() {
  return (
    <RequireRole roles={["agent", "admin"]} forbidden={staffPageMessages.forbiddenToStores}>
      <FailedRefunds />
    </RequireRole>
  );
}

const FailedRefunds = observer(function FailedRefunds() {
  const store = useAdminStore(failedRefundStore);
  const { staff } = useAdminStores();
  const [filter, setFilter, key] = useQueryFilter(store, anyFailedRefund);
  const reload = usePaginatedList(store.refunds, messages.failed, useDebouncedValue(key));
  useReloadOnEvent("failed_refund", reload);
  return (
    <>
      <PageHeader title={adminMessages.titles.failedRefunds} note={messages.note} />
      <DataTable
        name="failed-refunds"
        filters={
          <ListFilters filter={filter} empty={anyFailedRefund} onChange={setFilter}>
            <RestaurantFilter
              value={filter.restaurant}
              onChange={(restaurant) => setFilter({ restaurant })}
            />
            <SearchInput
              label={messages.search}
              value={filter.keyword}
              onChange={(keyword) => setFilter({ keyword })}
            />
            <DayFilter filter={filter} onChange={setFilter} />
          </ListFilters>
        }
        files={staff.me?.role === "admin" && <ListFileButtons list="failed-refunds" query={store.query} />}
        list={store.refunds}
        columns={tableColumns}
        rowKey={({ refund_no }) => refund_no}
        errorText={messages.failed}
        emptyText={Object.values(filter).join("") === "" ? messages.empty : messages.noneFound}
        onReload={reload}
      />
    </>
  );
});

function CustomerLink({ refund }: { refund: FailedRefund }) {
  const { user_id, order_id, customer_name } = refund;
  const query = new URLSearchParams({ user: user_id, order: order_id });
  return <AppLink to={`/admin/customer-service?${query}`}>{customer_name || messages.customer}</AppLink>;
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
