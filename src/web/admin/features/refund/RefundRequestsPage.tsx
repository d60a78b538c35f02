import { type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { RefundReview } from "#contract/staff/order/schema.ts";
import { createIdempotencyKey } from "#web/lib/idempotency/createIdempotencyKey.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { confirm } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { OtherRestaurantButton, RequireRestaurant } from "../../ui/RequireRestaurant.tsx";
import { RestaurantFilter } from "../../ui/RestaurantFilter.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { useReloadOnEvent } from "../../ui/useReloadOnEvent.ts";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import {
  anyRequest,
  type RefundRequestFilter,
  restaurantRefundRequestStore,
} from "./RestaurantRefundRequestStore.ts";
import { refundMessages } from "./refundMessages.ts";

const messages = refundMessages.requests;
const { columns } = messages;
const reasonMax = 100;

const requestStates = Object.entries(messages.states) as [RefundReview["request"]["status"], string][];

/** Admins see the requests of all restaurants. */
const restaurantColumn = { title: columns.restaurant, dataIndex: "restaurant_name" };

const columnsOf = (isAdmin: boolean): TableColumnsType<RefundReview> => [
  {
    title: columns.order,
    render: (_, { order_no, status_text }) => (
      <>
        {order_no} <Typography.Text type="secondary">{status_text}</Typography.Text>
      </>
    ),
  },
  ...(isAdmin ? [restaurantColumn] : []),
  {
    title: columns.why,
    render: (_, { request }) => [request.reason, request.text].filter(Boolean).join(" · "),
  },
  { title: columns.money, align: "right", render: (_, { paid_amount }) => formatYuan(paid_amount) },
  { title: columns.at, render: (_, { request }) => formatTimestamp(request.created_at) },
  { title: columns.state, render: (_, one) => <State one={one} /> },
];

/**
 * `/admin/refund-requests`: refund requests for orders of a restaurant; can be answered here if the chain
 * allows it.
 */
export function RefundRequestsPage() {
  return (
    <RequireRole roles={["store", "admin"]} forbidden={refundMessages.forbiddenToAgents}>
      <OwnRefundRequests />
    </RequireRole>
  );
}

/** Restaurant staff select one of their restaurants first; admins see the requests of all. */
const OwnRefundRequests = observer(function OwnRefundRequests() {
  const { own } = useAdminStore(selectedRestaurantStore);
  if (own === null) return <RefundRequests />;
  return (
    <RequireRestaurant title={adminMessages.titles.storeRequests}>
      <RefundRequests />
    </RequireRestaurant>
  );
});

const RefundRequests = observer(function RefundRequests() {
  const store = useAdminStore(restaurantRefundRequestStore);
  const { own, id } = useAdminStore(selectedRestaurantStore);
  const isAdmin = own === null;
  const [filter, setFilter, key] = useQueryFilter(store, anyRequest);
  const reload = usePaginatedList(
    store.requests,
    messages.failed,
    useDebouncedValue(isAdmin ? key : `${id} ${key}`),
  );
  const name = own !== null && own.length > 1 ? own.find((one) => one.restaurant_id === id)?.name : undefined;
  useReloadOnEvent("refund_request", reload);
  return (
    <>
      <PageHeader
        title={adminMessages.titles.storeRequests}
        note={messages.note(isAdmin ? messages.anyRestaurant : (name ?? messages.ownRestaurant))}
      >
        {!isAdmin && <OtherRestaurantButton />}
      </PageHeader>
      <DataTable
        name="refund-requests"
        filters={<Filters filter={filter} onChange={setFilter} hasRestaurants={isAdmin} />}
        files={isAdmin && <ListFileButtons list="refund-requests" query={store.query} />}
        list={store.requests}
        columns={columnsOf(isAdmin)}
        rowKey={({ request_id }) => request_id}
        errorText={messages.failed}
        emptyText={Object.values(filter).join("") === "" ? messages.empty : messages.noneFound}
        onReload={reload}
      />
    </>
  );
});

interface FiltersProps {
  filter: RefundRequestFilter;
  onChange: (change: Partial<RefundRequestFilter>) => void;
  hasRestaurants: boolean;
}

function Filters({ filter, onChange, hasRestaurants }: FiltersProps) {
  return (
    <ListFilters filter={filter} empty={anyRequest} onChange={onChange}>
      <SelectFilter
        label={columns.state}
        value={filter.state}
        any={messages.anyState}
        options={requestStates}
        onChange={(state) => onChange({ state })}
      />
      {hasRestaurants && (
        <RestaurantFilter value={filter.restaurant} onChange={(restaurant) => onChange({ restaurant })} />
      )}
      <SearchInput
        label={messages.search}
        value={filter.keyword}
        onChange={(keyword) => onChange({ keyword })}
      />
      <DayFilter filter={filter} onChange={onChange} />
    </ListFilters>
  );
}

const State = observer(function State({ one }: { one: RefundReview }) {
  const { canAnswer } = useAdminStore(restaurantRefundRequestStore);
  const { status, answer } = one.request;
  return (
    <>
      {messages.states[status]} <Typography.Text type="secondary">{answer}</Typography.Text>
      {canAnswer && status === "open" && <RowActions one={one} />}
    </>
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
