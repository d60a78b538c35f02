import { Flex, Skeleton, Table, type TableColumnsType } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import type { ChainPoint } from "#contract/staff/figures/chain.schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ErrorState } from "../../ui/ListStates.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { type FigureCard, StatisticCards } from "./FigureCards.tsx";
import { type ChainReport, type Figures, figuresStore } from "./FiguresStore.ts";
import { formatAmount, formatChange } from "./figureFormat.ts";
import { figuresMessages } from "./figuresMessages.ts";

const messages = figuresMessages.chain;
const { columns } = messages;

/** Member cards, vouchers and points of the whole chain in the range; loaded anew with the other figures. */
export const ChainFigures = observer(function ChainFigures({ figures }: { figures: Figures }) {
  const { chain, loadChain } = useAdminStore(figuresStore);
  const load = useCallback(
    () => void logErrors("loading the chain's figures failed", loadChain()),
    [loadChain],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: other figures mean another range or a later time
  useEffect(load, [load, figures]);
  if (chain.status === "failed")
    return <ErrorState text={toErrorMessage(chain.error, figuresMessages.failed)} onRetry={load} />;
  const { value } = chain;
  if (value === undefined || value.from !== figures.scope.from || value.to !== figures.scope.to)
    return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return (
    <Flex vertical gap="middle">
      <StatisticCards label={messages.label} cards={toCards(value)} />
      <ChainTable {...value} />
    </Flex>
  );
});

function toCards({ sums, before: { sums: old } }: ChainReport): FigureCard[] {
  const money = (title: string, name: "cards_value" | "cards_spent" | "cards_balance") => ({
    title,
    value: formatAmount(sums[name]),
    note: formatChange(sums[name], old[name]),
  });
  const count = (title: string, now: number, then: number) => ({
    title,
    value: String(now),
    note: formatChange(now, then),
  });
  return [
    count(messages.cardsIssued, sums.cards_issued, old.cards_issued),
    money(messages.cardsValue, "cards_value"),
    count(messages.cardsBound, sums.cards_bound, old.cards_bound),
    money(messages.cardsBalance, "cards_balance"),
    count(messages.vouchersIssued, sums.vouchers_issued, old.vouchers_issued),
    count(messages.vouchersRedeemed, sums.vouchers_redeemed, old.vouchers_redeemed),
    count(messages.pointsInvited, invited(sums), invited(old)),
    count(messages.pointsExpired, -sums.points_expired, -old.points_expired),
    count(messages.pointsWithdrawn, sums.points_withdrawn, old.points_withdrawn),
    count(messages.pointsBalance, sums.points_balance, old.points_balance),
  ];
}

/** Returns the points granted for invites less those taken back. */
function invited(sums: Pick<ChainPoint, "points_invited" | "points_revoked">): number {
  return sums.points_invited + sums.points_revoked;
}

type Column = TableColumnsType<ChainPoint>[number];

const numbers = (title: string, read: (point: ChainPoint) => string | number): Column => ({
  title,
  align: "right",
  render: (_, point) => read(point),
});
const amount = (title: string, name: "cards_value" | "cards_spent" | "cards_adjusted" | "cards_balance") =>
  numbers(title, (point) => formatAmount(point[name]));

function ChainTable({ list, unit }: Pick<ChainReport, "list" | "unit">) {
  const isAdjusted = (name: "cards_adjusted" | "points_adjusted") => list.some((point) => point[name] !== 0);
  return (
    <Table<ChainPoint>
      size="small"
      bordered
      rowKey="at"
      dataSource={[...list].reverse()}
      pagination={list.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      scroll={{ x: "max-content" }}
      columns={[
        { title: figuresMessages.columns[unit === "day" ? "date" : "month"], dataIndex: "at" },
        {
          title: messages.cards,
          children: [
            numbers(columns.issued, ({ cards_issued }) => cards_issued),
            amount(columns.value, "cards_value"),
            numbers(columns.bound, ({ cards_bound }) => cards_bound),
            amount(columns.spent, "cards_spent"),
            ...(isAdjusted("cards_adjusted") ? [amount(columns.adjusted, "cards_adjusted")] : []),
            amount(columns.balance, "cards_balance"),
          ],
        },
        {
          title: messages.vouchers,
          children: [
            numbers(columns.issued, ({ vouchers_issued }) => vouchers_issued),
            numbers(columns.redeemed, ({ vouchers_redeemed }) => vouchers_redeemed),
          ],
        },
        {
          title: messages.points,
          children: [
            numbers(columns.ofOrders, ({ points_of_orders }) => points_of_orders),
            numbers(columns.invited, invited),
            numbers(columns.expired, ({ points_expired }) => -points_expired),
            numbers(columns.requested, ({ points_requested }) => -points_requested),
            ...(isAdjusted("points_adjusted")
              ? [numbers(columns.adjusted, ({ points_adjusted }) => points_adjusted)]
              : []),
            numbers(columns.balance, ({ points_balance }) => points_balance),
            numbers(columns.withdrawn, ({ points_withdrawn }) => points_withdrawn),
          ],
        },
      ]}
    />
  );
}
