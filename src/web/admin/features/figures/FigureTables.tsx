import { Flex, Table, type TableColumnsType, Tabs, Typography } from "antd";
import type { FigureTable } from "#contract/staff/figures/limits.ts";
import type { CancellationFigures, FigurePoint } from "#contract/staff/figures/schema.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { EmptyState } from "../../ui/ListStates.tsx";
import { ChainFigures } from "./ChainFigures.tsx";
import { FigureChart, type Measure } from "./FigureChart.tsx";
import type { OwnRestaurants } from "./FigureFilters.tsx";
import { type FigureFilter, type Figures, figuresStore } from "./FiguresStore.ts";
import { formatAmount, formatAverage, formatWait, netOf, refundOf } from "./figureFormat.ts";
import { figuresMessages as messages } from "./figuresMessages.ts";
import { DailyCloseTable, DishTable, RestaurantTable } from "./PagedFigureTables.tsx";

const { columns } = messages;

/** Props of the tables whose rows come page by page. */
export interface PagedTableProps {
  own: OwnRestaurants;
  filter: FigureFilter;
  onFilter: (change: Partial<FigureFilter>) => void;
  /** Changes with everything that the lists depend on. */
  listKey: string;
}

/** Name of a table's tab. */
export type FigureTab = keyof typeof messages.tabs;

interface FigureTablesProps extends PagedTableProps {
  figures: Figures;
  measure: Measure;
  tab: FigureTab;
  onTab: (tab: FigureTab) => void;
}

/** Tables of the range, one at a time, each with its files. */
export function FigureTables({ figures, measure, tab, onTab, ...paged }: FigureTablesProps) {
  const tables = {
    time: <PointTable points={figures.points} unit={figures.unit} />,
    hour: (
      <>
        <FigureChart kind="hour" measure={measure} points={figures.hours} />
        <PointTable points={figures.hours} unit="hour" />
      </>
    ),
    services: <ServiceTable services={figures.services} />,
    payments: <PaymentTable sums={figures.sums} />,
    restaurants: <RestaurantTable {...paged} />,
    dishes: <DishTable {...paged} />,
    cancellations: <CancellationTable rows={figures.cancellations} />,
    chain: <ChainFigures figures={figures} />,
    close: <DailyCloseTable {...paged} />,
  };
  const files: Record<keyof typeof tables, FigureTable> = {
    time: "days",
    hour: "hours",
    services: "services",
    payments: "payments",
    restaurants: "restaurants",
    dishes: "dishes",
    cancellations: "cancellations",
    chain: "chain",
    close: "daily-close",
  };
  const { own } = paged;
  const isShown: Partial<Record<FigureTab, boolean>> = {
    restaurants: own?.length !== 1,
    chain: own === null && figures.scope.restaurant === "",
  };
  const names = (Object.keys(tables) as FigureTab[]).filter((name) => isShown[name] ?? true);
  return (
    <Tabs
      destroyOnHidden
      activeKey={names.includes(tab) ? tab : "time"}
      onChange={(name) => onTab(name as FigureTab)}
      items={names.map((name) => ({
        key: name,
        // High enough for a finger.
        label: <span style={{ lineHeight: "28px" }}>{messages.tabs[name]}</span>,
        children: (
          <>
            {own === null && <ExportButtons table={files[name]} />}
            {tables[name]}
          </>
        ),
      }))}
    />
  );
}

function ExportButtons({ table }: { table: FigureTable }) {
  const store = useAdminStore(figuresStore);
  return (
    <Flex gap="small" justify="end" style={{ marginBottom: 8 }}>
      <ExportButton
        text={messages.exportCsv}
        fileName={`${table}.csv`}
        fetch={() => store.fetchFile(table, "csv")}
      />
      <ExportButton
        text={messages.exportXlsx}
        fileName={`${table}.xlsx`}
        fetch={() => store.fetchFile(table, "xlsx")}
      />
    </Flex>
  );
}

/** Table whose rows are all there. */
function PlainTable<T extends object>(props: {
  columns: TableColumnsType<T>;
  rows: readonly T[];
  rowKey: keyof T & string;
}) {
  return (
    <Table<T>
      size="small"
      columns={props.columns}
      dataSource={[...props.rows]}
      rowKey={props.rowKey}
      pagination={props.rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      locale={{ emptyText: <EmptyState text={messages.empty} /> }}
    />
  );
}

/** Makes a column of numbers at the right edge. */
const numbers = <T,>(title: string, read: (row: T) => string | number): TableColumnsType<T>[number] => ({
  title,
  align: "right",
  render: (_, row) => read(row),
});

function PointTable({ points, unit }: { points: readonly FigurePoint[]; unit: Figures["unit"] }) {
  const heads = { day: columns.date, month: columns.month, hour: columns.hour };
  // The newest day first; hours in their order.
  const rows = unit === "hour" ? points : [...points].reverse();
  return (
    <PlainTable<FigurePoint>
      rowKey="at"
      rows={rows}
      columns={[
        { title: heads[unit], render: (_, { at }) => (unit === "hour" ? messages.hour(at) : at) },
        numbers(columns.orders, ({ orders }) => orders),
        numbers(columns.sales, ({ sales }) => formatAmount(sales)),
        numbers(columns.refund, ({ refund }) => formatAmount(refund)),
        numbers(columns.net, ({ net }) => formatAmount(net)),
        numbers(columns.cancelled, ({ cancelled }) => cancelled),
        numbers(columns.firstOrders, ({ first_orders }) => first_orders),
      ]}
    />
  );
}

function ServiceTable({ services }: Pick<Figures, "services">) {
  return (
    <PlainTable<Figures["services"][number]>
      rowKey="type"
      rows={services}
      columns={[
        { title: columns.service, render: (_, { type }) => messages.services[type] },
        numbers(columns.orders, ({ orders }) => orders),
        numbers(columns.sales, ({ sales }) => formatAmount(sales)),
        numbers(columns.average, ({ sales, orders }) => formatAverage(sales, orders)),
        numbers(columns.refund, (sums) => formatAmount(refundOf(sums))),
        numbers(columns.net, (sums) => formatAmount(netOf(sums))),
        numbers(columns.cancelled, (sums) => sums.cancelled_unpaid + sums.cancelled_paid),
        numbers(columns.accept, (sums) => formatWait(sums.accept_seconds, sums.accepted_orders)),
        numbers(columns.ready, (sums) => formatWait(sums.ready_seconds, sums.ready_orders)),
      ]}
    />
  );
}

function PaymentTable({ sums }: Pick<Figures, "sums">) {
  const { payments } = messages;
  const rows: { item: string; count: number | string; amount: string }[] = [
    { item: payments.wechat, count: sums.wechat_orders, amount: formatAmount(sums.wechat) },
    { item: payments.card, count: sums.card_orders, amount: formatAmount(sums.card) },
    { item: payments.points, count: sums.points_orders, amount: formatAmount(sums.points_used) },
    { item: payments.voucher, count: sums.voucher_orders, amount: messages.cards.none },
    { item: payments.voucherReturns, count: sums.voucher_returns, amount: messages.cards.none },
    { item: payments.wechatRefund, count: messages.cards.none, amount: formatAmount(sums.wechat_refund) },
    { item: payments.cardRefund, count: messages.cards.none, amount: formatAmount(sums.card_refund) },
    { item: payments.otherRefund, count: messages.cards.none, amount: formatAmount(sums.other_refund) },
    {
      item: payments.pointsReturned,
      count: sums.points_returned,
      amount: formatAmount(sums.points_returned),
    },
    { item: payments.pointsEarned, count: sums.points_earned, amount: messages.cards.none },
    { item: payments.pointsReversed, count: -sums.points_reversed, amount: messages.cards.none },
    { item: payments.late, count: messages.cards.none, amount: formatAmount(sums.late) },
    {
      item: payments.lateRefund,
      count: messages.cards.none,
      amount: formatAmount(sums.late_refund + sums.late_other_refund),
    },
  ];
  return (
    <PlainTable<(typeof rows)[number]>
      rowKey="item"
      rows={rows}
      columns={[
        { title: columns.item, dataIndex: "item" },
        numbers(columns.count, ({ count }) => count),
        numbers(columns.amount, ({ amount }) => amount),
      ]}
    />
  );
}

function CancellationTable({ rows }: { rows: readonly CancellationFigures[] }) {
  return (
    <PlainTable<CancellationFigures>
      rowKey="reason"
      rows={rows}
      columns={[
        {
          title: columns.reason,
          render: (_, { reason }) => <Typography.Text>{reason || messages.otherReasons}</Typography.Text>,
        },
        numbers(columns.unpaid, ({ unpaid }) => unpaid),
        numbers(columns.paid, ({ paid }) => paid),
      ]}
    />
  );
}
