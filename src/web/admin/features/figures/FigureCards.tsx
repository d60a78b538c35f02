import { Card, Flex, Statistic, Typography } from "antd";
import type { Figures } from "./FiguresStore.ts";
import { formatAmount, formatAverage, formatChange, formatWait, netOf, refundOf } from "./figureFormat.ts";
import { figuresMessages } from "./figuresMessages.ts";

const messages = figuresMessages.cards;

/** A figure, and how it differs from the one before. */
export interface FigureCard {
  title: string;
  value: string;
  note?: string;
}

/** The main sums of the range, each beside how it differs from the range before. */
export function FigureCards({ figures: { sums, before } }: { figures: Figures }) {
  const compare = formatChange;
  const cancelled = (of: Figures["sums"]) => of.cancelled_unpaid + of.cancelled_paid;
  const returning = (of: Figures["sums"]) => of.orders - of.first_orders;
  const old = before.sums;
  const cards: FigureCard[] = [
    { title: messages.sales, value: formatAmount(sums.sales), note: compare(sums.sales, old.sales) },
    { title: messages.net, value: formatAmount(netOf(sums)), note: compare(netOf(sums), netOf(old)) },
    { title: messages.orders, value: String(sums.orders), note: compare(sums.orders, old.orders) },
    { title: messages.average, value: formatAverage(sums.sales, sums.orders) },
    {
      title: messages.refund,
      value: formatAmount(refundOf(sums)),
      note: compare(refundOf(sums), refundOf(old)),
    },
    {
      title: messages.cancelled,
      value: String(cancelled(sums)),
      note: compare(cancelled(sums), cancelled(old)),
    },
    {
      title: messages.firstOrders,
      value: String(sums.first_orders),
      note: compare(sums.first_orders, old.first_orders),
    },
    {
      title: messages.returning,
      value: String(returning(sums)),
      note: compare(returning(sums), returning(old)),
    },
    { title: messages.accept, value: formatWait(sums.accept_seconds, sums.accepted_orders) },
    { title: messages.ready, value: formatWait(sums.ready_seconds, sums.ready_orders) },
  ];
  return (
    <StatisticCards label={messages.label} note={messages.before(before.from, before.to)} cards={cards} />
  );
}

interface StatisticCardsProps {
  label: string;
  /** What the figures are compared with. */
  note?: string;
  cards: readonly FigureCard[];
}

/** Figures side by side. */
export function StatisticCards({ label, note: explanation, cards }: StatisticCardsProps) {
  return (
    <section aria-label={label}>
      {explanation !== undefined && (
        <Typography.Paragraph type="secondary" style={{ marginBottom: 8 }}>
          {explanation}
        </Typography.Paragraph>
      )}
      <Flex wrap gap="small">
        {cards.map(({ title, value, note }) => (
          <Card key={title} size="small" style={{ flex: "1 1 200px" }}>
            <Statistic title={title} value={value} formatter={(text) => text} />
            {note !== undefined && (
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {note}
              </Typography.Text>
            )}
          </Card>
        ))}
      </Flex>
    </section>
  );
}
