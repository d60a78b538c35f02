import { Button, Flex, type TableColumnsType, Typography } from "antd";
import { observer } from "mobx-react-lite";
import type {
  DailyClose,
  DishFigures,
  FigureSums,
  RestaurantFigures,
} from "#contract/staff/figures/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { DataTable, sortedColumn } from "../../ui/DataTable.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { useDebouncedValue } from "../../ui/useDebouncedValue.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { type FigureFilter, figuresStore } from "./FiguresStore.ts";
import type { PagedTableProps } from "./FigureTables.tsx";
import { formatAmount, netOf } from "./figureFormat.ts";
import { figuresMessages as messages } from "./figuresMessages.ts";

const { columns } = messages;

/** Restaurants by one of their sums; a press on a name shows the figures of that restaurant alone. */
export const RestaurantTable = observer(function RestaurantTable({
  filter,
  onFilter,
  listKey,
}: PagedTableProps) {
  const store = useAdminStore(figuresStore);
  const reload = usePaginatedList(store.restaurants, messages.failed, useDebouncedValue(listKey));
  const sorted = (sort: FigureFilter["sort"], title: string, isMoney: boolean) => ({
    title,
    align: "right" as const,
    ...sortedColumn(sort, filter.sort === sort ? "desc" : null),
    sortDirections: ["descend" as const],
    render: (_: unknown, row: RestaurantFigures) => (isMoney ? formatAmount(row[sort]) : row[sort]),
  });
  const list: TableColumnsType<RestaurantFigures> = [
    { title: columns.code, dataIndex: "restaurant_id" },
    {
      title: columns.name,
      render: (_, { restaurant_id, name }) => (
        <Button
          type="link"
          size="small"
          title={messages.onlyRestaurant(name)}
          onClick={() => onFilter({ restaurant: restaurant_id })}
        >
          {name}
        </Button>
      ),
    },
    sorted("orders", columns.orders, false),
    sorted("sales", columns.sales, true),
    sorted("refund", columns.refund, true),
    sorted("net", columns.net, true),
    sorted("cancelled", columns.cancelled, false),
    sorted("first_orders", columns.firstOrders, false),
  ];
  return (
    <>
      <Search filter={filter} onFilter={onFilter} />
      <DataTable
        list={store.restaurants}
        columns={list}
        rowKey={({ restaurant_id }) => restaurant_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
        onSort={(sort) => onFilter({ sort: (sort?.sort ?? "sales") as FigureFilter["sort"] })}
      />
    </>
  );
});

/** Dishes by one of their sums. */
export const DishTable = observer(function DishTable({ filter, onFilter, listKey }: PagedTableProps) {
  const store = useAdminStore(figuresStore);
  const reload = usePaginatedList(store.dishes, messages.failed, listKey);
  const sorted = (sort: FigureFilter["dishSort"], title: string) => ({
    title,
    align: "right" as const,
    ...sortedColumn(sort, filter.dishSort === sort ? "desc" : null),
    sortDirections: ["descend" as const],
    render: (_: unknown, row: DishFigures) => (sort === "sales" ? formatAmount(row[sort]) : row[sort]),
  });
  return (
    <DataTable
      list={store.dishes}
      columns={[
        { title: columns.dish, dataIndex: "name" },
        sorted("quantity", columns.quantity),
        sorted("sales", columns.sales),
        sorted("refunded_quantity", columns.refundedQuantity),
      ]}
      rowKey={({ dish_id }) => dish_id}
      errorText={messages.failed}
      emptyText={messages.empty}
      onReload={reload}
      onSort={(sort) => onFilter({ dishSort: (sort?.sort ?? "quantity") as FigureFilter["dishSort"] })}
    />
  );
});

/** What restaurants closed the last day of the range with. */
export const DailyCloseTable = observer(function DailyCloseTable({
  own,
  filter,
  onFilter,
  listKey,
}: PagedTableProps) {
  const store = useAdminStore(figuresStore);
  const reload = usePaginatedList(store.dailyClose, messages.failed, useDebouncedValue(listKey));
  return (
    <>
      <Flex gap="middle" align="center" style={{ marginBottom: 8 }}>
        <Typography.Title level={2} style={{ margin: 0, fontSize: 16, flex: 1 }}>
          {messages.closeOf(filter.to)}
        </Typography.Title>
        {store.chainClose !== null && <ChainClose sums={store.chainClose} />}
      </Flex>
      {own?.length !== 1 && <Search filter={filter} onFilter={onFilter} />}
      <DataTable
        list={store.dailyClose}
        columns={closeColumns}
        rowKey={({ restaurant_id }) => restaurant_id}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
    </>
  );
});

function ChainClose({ sums }: { sums: FigureSums }) {
  return (
    <Typography.Text>
      {`${messages.whole} ${columns.orders} ${sums.orders}，${columns.sales} ${formatAmount(sums.sales)}，${columns.net} ${formatAmount(netOf(sums))}`}
    </Typography.Text>
  );
}

const amount = (title: string, read: (row: DailyClose) => number): TableColumnsType<DailyClose>[number] => ({
  title,
  align: "right",
  render: (_, row) => formatAmount(read(row)),
});

const closeColumns: TableColumnsType<DailyClose> = [
  { title: columns.code, dataIndex: "restaurant_id" },
  { title: columns.name, dataIndex: "name" },
  { title: columns.orders, dataIndex: "orders", align: "right" },
  amount(columns.sales, ({ sales }) => sales),
  amount(columns.wechat, ({ wechat }) => wechat),
  amount(columns.card, ({ card }) => card),
  amount(columns.points, ({ points_used }) => points_used),
  amount(columns.wechatRefund, ({ wechat_refund }) => wechat_refund),
  amount(columns.cardRefund, ({ card_refund }) => card_refund),
  amount(columns.otherRefund, ({ other_refund }) => other_refund),
  amount(columns.pointsReturned, ({ points_returned }) => points_returned),
  amount(columns.net, netOf),
];

function Search({ filter, onFilter }: Pick<PagedTableProps, "filter" | "onFilter">) {
  return (
    <Flex style={{ marginBottom: 8, maxWidth: 320 }}>
      <SearchInput
        label={messages.search}
        value={filter.keyword}
        onChange={(keyword) => onFilter({ keyword })}
      />
    </Flex>
  );
}
