import { type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { formatYuan } from "#contract/money.ts";
import { type OrderStatus, orderStatusLabels, orderTypes } from "#contract/order/status.ts";
import { orderListDays, orderListDaysMax } from "#contract/staff/order-list/limits.ts";
import type { ListedOrder } from "#contract/staff/order-list/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { ListFileButtons } from "../../ui/ListFileButtons.tsx";
import { DayFilter, ListFilters, SelectFilter } from "../../ui/ListFilters.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RestaurantFilter } from "../../ui/RestaurantFilter.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { useQueryFilter } from "../../ui/useQueryFilter.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import styles from "./OrderListPage.module.css";
import { anyOrder, type OrderListFilter, orderListStore } from "./OrderListStore.ts";
import { orderListMessages as messages } from "./orderListMessages.ts";

const { types } = customerMessages.orders;
const states = Object.entries(orderStatusLabels) as [OrderStatus, string][];

/** `/admin/order-list`: the orders of the whole chain, by day, state, restaurant, service or number. */
export function OrderListPage() {
  return (
    <RequireRole roles={["agent", "admin"]} forbidden={staffPageMessages.forbiddenToStores}>
      <OrderList />
    </RequireRole>
  );
}

const OrderList = observer(function OrderList() {
  const store = useAdminStore(orderListStore);
  const { staff } = useAdminStores();
  const [filter, setFilter, key] = useQueryFilter(store, anyOrder);
  const reload = usePaginatedList(store.orders, messages.failed, useDebouncedValue(key));
  return (
    <>
      <PageHeader
        title={adminMessages.titles.orderList}
        note={messages.note(orderListDays, orderListDaysMax)}
      />
      <DataTable
        name="orders"
        filters={<Filters filter={filter} onChange={setFilter} />}
        files={staff.me?.role === "admin" && <ListFileButtons list="orders" query={store.query} />}
        list={store.orders}
        columns={columns}
        rowKey={({ order_id }) => order_id}
        errorText={messages.failed}
        emptyText={Object.values(filter).join("") === "" ? messages.empty : messages.noneFound}
        onReload={reload}
      />
    </>
  );
});

interface FiltersProps {
  filter: OrderListFilter;
  onChange: (change: Partial<OrderListFilter>) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <ListFilters filter={filter} empty={anyOrder} onChange={onChange}>
      <SelectFilter
        label={messages.columns.state}
        value={filter.state}
        any={messages.anyState}
        options={states}
        onChange={(state) => onChange({ state })}
        width={120}
      />
      <SelectFilter
        label={messages.columns.type}
        value={filter.type}
        any={messages.anyType}
        options={orderTypes.map((type) => [type, types[type]] as const)}
        onChange={(type) => onChange({ type })}
        width={110}
      />
      <RestaurantFilter value={filter.restaurant} onChange={(restaurant) => onChange({ restaurant })} />
      <SearchInput
        label={messages.search}
        value={filter.keyword}
        onChange={(keyword) => onChange({ keyword })}
      />
      <DayFilter filter={filter} onChange={onChange} />
    </ListFilters>
  );
}

const columns: TableColumnsType<ListedOrder> = [
  {
    title: messages.columns.order,
    render: (_, order) => (
      <>
        <OrderLink order={order} /> <Typography.Text type="secondary">{order.pickup_code}</Typography.Text>
      </>
    ),
  },
  {
    title: messages.columns.at,
    render: (_, { created_at, booking_at }) => (
      <>
        {formatTimestamp(created_at)}{" "}
        {booking_at !== null && (
          <Typography.Text type="secondary">{messages.booked(formatTimestamp(booking_at))}</Typography.Text>
        )}
      </>
    ),
  },
  { title: messages.columns.restaurant, dataIndex: "restaurant_name" },
  { title: messages.columns.type, render: (_, { order_type }) => types[order_type] },
  { title: messages.columns.state, dataIndex: "status_text" },
  { title: messages.columns.who, render: (_, { customer_name }) => customer_name || messages.customer },
  {
    title: messages.columns.money,
    align: "right",
    render: (_, { paid_amount, refunded_amount }) => (
      <>
        {refunded_amount > 0 && (
          <Typography.Text type="secondary">
            {messages.refunded(formatYuan(refunded_amount))}{" "}
          </Typography.Text>
        )}
        {formatYuan(paid_amount)}
      </>
    ),
  },
];

/** Leads to the order in the console, where its details, its customer and its refund are. */
function OrderLink({ order: { user_id, order_id, order_no } }: { order: ListedOrder }) {
  const query = new URLSearchParams({ user: user_id, order: order_id });
  return (
    <AppLink className={styles.link} to={`/admin/customer-service?${query}`}>
      {order_no}
    </AppLink>
  );
}
